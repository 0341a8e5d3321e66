import { usePreferences } from '#renderer/app/preferences.ts';
import { useModels } from '#renderer/features/models/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock, Select } from '#renderer/ui/index.ts';
import { NumberField } from './number-field.tsx';
import { OffloadSettings } from './offload-settings.tsx';
import { Setting } from './setting.tsx';
import { useChange } from './use-change.ts';

const chosen = '';

/** How far one turn of the assistant may go, and what becomes of long conversations. */
export function AssistantSettings() {
  const { t } = useWords();
  const assistant = usePreferences(({ settings }) => settings.assistant);
  const profiles = useModels((state) => state.profiles);
  const { change, failure } = useChange();
  const models = [
    { id: chosen, label: t('settings:assistant.summary.chosen') },
    ...(profiles ?? []).map(({ id, model }) => ({ id, label: model })),
  ];
  return (
    <div className="settings-section">
      {failure !== null && <FailureBlock error={failure} />}
      <Setting
        label={t('settings:assistant.steps.label')}
        hint={t('settings:assistant.steps.hint')}
      >
        <NumberField
          label={t('settings:assistant.steps.label')}
          value={assistant.maxSteps}
          range={{ min: 1, max: 500, whole: true, empty: false }}
          onChange={(maxSteps) => {
            if (maxSteps !== null) change({ assistant: { maxSteps } });
          }}
        />
      </Setting>
      <Setting label={t('settings:assistant.cost.label')} hint={t('settings:assistant.cost.hint')}>
        <NumberField
          label={t('settings:assistant.cost.label')}
          value={assistant.maxCost}
          range={{ min: 0.000001, max: 1_000_000, whole: false, empty: true }}
          placeholder={t('settings:assistant.cost.none')}
          onChange={(maxCost) => change({ assistant: { maxCost } })}
        />
      </Setting>
      <Setting
        label={t('settings:assistant.rounds.label')}
        hint={t('settings:assistant.rounds.hint')}
      >
        <NumberField
          label={t('settings:assistant.rounds.label')}
          value={assistant.keepRounds}
          range={{ min: 1, max: 1000, whole: true, empty: false }}
          onChange={(keepRounds) => {
            if (keepRounds !== null) change({ assistant: { keepRounds } });
          }}
        />
      </Setting>
      <Setting
        label={t('settings:assistant.summary.label')}
        hint={t('settings:assistant.summary.hint')}
      >
        <Select
          label={t('settings:assistant.summary.label')}
          hideLabel
          choices={models}
          value={assistant.summaryProfileId ?? chosen}
          onChange={(id) => change({ assistant: { summaryProfileId: id === chosen ? null : id } })}
        />
      </Setting>
      <OffloadSettings change={change} />
    </div>
  );
}
