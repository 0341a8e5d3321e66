import { useWords } from '#renderer/i18n/index.ts';
import { SwitchSetting } from './setting.tsx';

type LookUpProps = { isOn: boolean; onChange: (lookUp: boolean) => void };

/** Whether the model is asked what to look up before it writes (E6): a switch that holds at once. */
export function LookUpSetting({ isOn, onChange }: LookUpProps) {
  const { t } = useWords();
  return (
    <SwitchSetting
      label={t('settings:lookUp.label')}
      hint={t('settings:lookUp.hint')}
      isSelected={isOn}
      onChange={onChange}
    />
  );
}
