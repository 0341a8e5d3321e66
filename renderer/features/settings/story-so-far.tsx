import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { SwitchSetting } from './setting.tsx';

type StorySoFarProps = { isOn: boolean; onChange: (storySoFar: boolean) => void };

/** Whether synopses of earlier chapters go along (E3): a switch that holds at once, and how many there are. */
export function StorySoFarSetting({ isOn, onChange }: StorySoFarProps) {
  const { t } = useWords();
  const documents = useSession((state) => state.project?.documents) ?? [];
  const count = documents.filter(({ synopsis }) => synopsis !== '').length;
  return (
    <>
      <SwitchSetting
        label={t('settings:storySoFar.label')}
        hint={t('settings:storySoFar.hint')}
        isSelected={isOn}
        onChange={onChange}
      />
      {isOn && (
        <p className="ui-quiet" role="status">
          {count === 0
            ? t('settings:storySoFar.none')
            : t('settings:storySoFar.have', { count, without: documents.length - count })}
        </p>
      )}
    </>
  );
}
