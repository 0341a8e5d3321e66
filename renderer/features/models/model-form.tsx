import { useState } from 'react';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock, LinkButton, Select, TextField } from '#renderer/ui/index.ts';
import { formKeys } from '#renderer/ui/form-keys.ts';
import { defaultMaxInput, longestCurrency } from '#shared/domain/model-profile.ts';

import { draftOfService, type Faults, type ModelDraft, readDraft } from './draft.ts';
import { KeyField } from './key-field.tsx';
import { services } from './services.ts';
import { useModels } from './store.ts';

function Prices({ draft, faults }: { draft: ModelDraft; faults: Faults }) {
  const { t } = useWords();
  const { changeDraft } = useModels.getState();
  return (
    <div className="model-prices">
      <TextField
        label={t('models:form.currency')}
        longest={longestCurrency}
        value={draft.currency}
        onChange={(currency) => changeDraft({ currency })}
      />
      {(['inputPrice', 'cachedPrice', 'cacheWritePrice', 'outputPrice'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`models:form.${field}`)}
          inputMode="decimal"
          value={draft[field]}
          onChange={(value) => changeDraft({ [field]: value })}
        />
      ))}
      <p className={faults.prices ? 'ui-field-error' : 'ui-quiet'}>
        {t(faults.prices ? 'models:faults.prices' : 'models:form.pricesHint')}
      </p>
    </div>
  );
}

/** A model's particulars. Faults are named once it was tried to save them. Ctrl Enter saves. */
export function ModelForm({ draft }: { draft: ModelDraft }) {
  const { t, language } = useWords();
  const profiles = useModels((state) => state.profiles);
  const saving = useModels((state) => state.saving);
  const failure = useModels((state) => state.failure);
  const isKept = useModels((state) => state.isKept);
  const { changeDraft, edit, saveDraft, startOver } = useModels.getState();
  const [tried, setTried] = useState(false);
  const [withPrices, setWithPrices] = useState(draft.inputPrice !== '');
  const read = readDraft(draft, new Set((profiles ?? []).map(({ id }) => id)));
  const faults = tried ? (read.faults ?? {}) : {};
  const fault = (field: Exclude<keyof Faults, 'prices'>) =>
    faults[field] ? t(`models:faults.${field}`) : undefined;
  const save = () => {
    setTried(true);
    void saveDraft();
  };
  const keys = formKeys({ save });
  return (
    <div className="model-form" {...keys}>
      {isKept && (
        <div className="model-wide">
          <KeptLine isKept onStartOver={startOver} />
        </div>
      )}
      <Select
        label={t('models:form.service')}
        choices={services.map(({ id }) => ({ id, label: t(`models:services.${id}`) }))}
        value={draft.service}
        onChange={(service) => {
          const { baseUrl, contextWindow } = draftOfService(service);
          changeDraft({ service, baseUrl, contextWindow });
        }}
      />
      <TextField
        label={t('models:form.model')}
        hint={t('models:form.modelHint')}
        error={fault('model')}
        value={draft.model}
        onChange={(model) => changeDraft({ model })}
        autoFocus
      />
      <div className="model-wide">
        <TextField
          label={t('models:form.baseUrl')}
          inputMode="url"
          error={fault('baseUrl')}
          value={draft.baseUrl}
          onChange={(baseUrl) => changeDraft({ baseUrl })}
        />
      </div>
      <KeyField draft={draft} />
      <TextField
        label={t('models:form.contextWindow')}
        inputMode="numeric"
        error={fault('contextWindow')}
        value={draft.contextWindow}
        onChange={(contextWindow) => changeDraft({ contextWindow })}
      />
      <TextField
        label={t('models:form.maxOutput')}
        inputMode="numeric"
        error={fault('maxOutput')}
        value={draft.maxOutput}
        onChange={(maxOutput) => changeDraft({ maxOutput })}
      />
      <TextField
        label={t('models:form.maxInput')}
        hint={t('models:form.maxInputHint')}
        inputMode="numeric"
        placeholder={formatCount(defaultMaxInput, language)}
        error={fault('maxInput')}
        value={draft.maxInput}
        onChange={(maxInput) => changeDraft({ maxInput })}
      />
      {withPrices ? (
        <Prices draft={draft} faults={faults} />
      ) : (
        <p className="model-wide">
          <LinkButton onPress={() => setWithPrices(true)}>{t('models:form.prices')}</LinkButton>
        </p>
      )}
      {failure !== null && (
        <div className="model-wide">
          <FailureBlock error={failure} />
        </div>
      )}
      <div className="model-form-foot">
        <Button variant="quiet" onPress={() => edit(null)}>
          {t('app:actions.cancel')}
        </Button>
        <Button variant="primary" isDisabled={saving} onPress={save}>
          {t('models:form.save')}
        </Button>
      </div>
    </div>
  );
}
