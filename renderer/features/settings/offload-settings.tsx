import type { Settings } from '#shared/domain/settings.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { NumberField } from './number-field.tsx';
import { Setting, SwitchSetting } from './setting.tsx';

type Change = {
  assistant?: Partial<Settings['assistant']>;
  ephemeralKeepRecent?: number | null;
};

/** What leaves a long conversation's requests, and when (S2-01…03). */
export function OffloadSettings({ change }: { change: (change: Change) => void }) {
  const { t } = useWords();
  const { assistant, ephemeralKeepRecent } = usePreferences(({ settings }) => settings);
  return (
    <>
      <SwitchSetting
        label={t('settings:assistant.offload.label')}
        hint={t('settings:assistant.offload.hint')}
        isSelected={assistant.offload}
        onChange={(offload) => change({ assistant: { offload } })}
      />
      <Setting
        label={t('settings:assistant.offloadTokens.label')}
        hint={t('settings:assistant.offloadTokens.hint')}
      >
        <NumberField
          label={t('settings:assistant.offloadTokens.label')}
          value={assistant.offloadTokens}
          range={{ min: 1, max: 1_000_000, whole: true, empty: false }}
          onChange={(offloadTokens) => {
            if (offloadTokens !== null) change({ assistant: { offloadTokens } });
          }}
        />
      </Setting>
      <Setting
        label={t('settings:assistant.keepRecent.label')}
        hint={t('settings:assistant.keepRecent.hint')}
      >
        <NumberField
          label={t('settings:assistant.keepRecent.label')}
          value={ephemeralKeepRecent}
          range={{ min: 0, max: 1000, whole: true, empty: true }}
          placeholder={t('settings:assistant.keepRecent.none')}
          onChange={(keep) => change({ ephemeralKeepRecent: keep })}
        />
      </Setting>
    </>
  );
}
