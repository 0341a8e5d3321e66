import { type FormEvent, useState } from 'react';
import { updateSettings, usePreferences } from '#renderer/app/preferences.ts';
import { isTaskKept } from '#renderer/app/use-task.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock, Select, TextField } from '#renderer/ui/index.ts';
import { EmbedderChoice } from '#shared/domain/settings.ts';
import { isOwnMachine } from '#shared/own-machine.ts';
import { longestCurrency } from '#shared/domain/model-profile.ts';
import { EmbedderFailure } from './embedder-failure.tsx';
import { readNumber } from './read-number.ts';
import { modelDownload } from './model-download.tsx';
import { SentenceModel } from './sentence-model.tsx';
import { Setting, SwitchSetting } from './setting.tsx';
import { useChange } from './use-change.ts';

type Kind = EmbedderChoice['kind'];
const kinds: readonly Kind[] = ['builtin', 'none', 'model', 'ollama', 'openai-compatible'];
const defaultAddress: Record<'ollama' | 'openai-compatible', string> = {
  ollama: 'http://127.0.0.1:11434',
  'openai-compatible': 'http://127.0.0.1:1234/v1',
};

type EndpointProps = {
  kind: 'ollama' | 'openai-compatible';
  onApply: (choice: EmbedderChoice) => void;
};

/** Address and model of an embedding service. */
function Endpoint({ kind, onApply }: EndpointProps) {
  const { t } = useWords();
  const saved = usePreferences(({ settings }) => settings.embedder);
  const isSaved = saved.kind === kind;
  const [baseUrl, setBaseUrl] = useState(isSaved ? saved.baseUrl : defaultAddress[kind]);
  const [model, setModel] = useState(isSaved ? saved.model : '');
  const [sendsFenced, setSendsFenced] = useState(isSaved && saved.sendsFenced === true);
  const [price, setPrice] = useState(isSaved ? String(saved.prices?.input ?? '') : '');
  const [currency, setCurrency] = useState(isSaved ? (saved.prices?.currency ?? '') : '');
  const [checked, setChecked] = useState(false);
  const moveTo = (address: string) => {
    setBaseUrl(address);
    // Leave is given for one address.
    setSendsFenced(false);
  };
  const urlValid = URL.canParse(baseUrl) && /^https?:/.test(baseUrl);
  const isAway = urlValid && !isOwnMachine(baseUrl);
  const input = readNumber(price, { min: 0, max: 1_000_000, whole: false, empty: false });
  const isPriceWrong = price.trim() !== '' && (input === undefined || currency.trim() === '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const leave = isAway ? { sendsFenced } : {};
    const prices = price.trim() === '' ? {} : { prices: { currency: currency.trim(), input } };
    const endpoint = { kind, baseUrl, model: model.trim(), ...leave, ...prices };
    const choice = EmbedderChoice.safeParse(endpoint);
    if (urlValid && !isPriceWrong && choice.success) onApply(choice.data);
  };
  return (
    <form className="settings-endpoint" onSubmit={submit}>
      <TextField
        label={t('settings:retrieval.baseUrl')}
        value={baseUrl}
        onChange={moveTo}
        error={checked && !urlValid ? t('settings:retrieval.urlInvalid') : undefined}
      />
      <TextField
        label={t('settings:retrieval.modelName')}
        value={model}
        onChange={setModel}
        error={checked && model.trim() === '' ? t('settings:retrieval.modelMissing') : undefined}
      />
      <div className="settings-price">
        <TextField
          label={t('settings:retrieval.price')}
          inputMode="decimal"
          value={price}
          onChange={setPrice}
          error={checked && isPriceWrong ? t('settings:retrieval.priceInvalid') : undefined}
        />
        <TextField
          label={t('models:form.currency')}
          longest={longestCurrency}
          value={currency}
          onChange={setCurrency}
        />
      </div>
      {isAway && (
        <SwitchSetting
          label={t('settings:retrieval.away.label')}
          hint={t('settings:retrieval.away.hint')}
          isSelected={sendsFenced}
          onChange={setSendsFenced}
        />
      )}
      <Button type="submit">{t('settings:retrieval.apply')}</Button>
    </form>
  );
}

export function RetrievalSettings() {
  const { t } = useWords();
  const settings = usePreferences((preferences) => preferences.settings);
  const [kind, setKind] = useState<Kind>(
    isTaskKept(modelDownload) ? 'model' : settings.embedder.kind,
  );
  const { change, failure } = useChange();
  const choose = (next: Kind) => {
    setKind(next);
    if (next === 'builtin' || next === 'none') change({ embedder: { kind: next } });
  };
  return (
    <div className="settings-section">
      {failure !== null && <FailureBlock error={failure} />}
      <Setting label={t('settings:retrieval.embedder')} hint={t('settings:retrieval.hint')}>
        <Select
          label={t('settings:retrieval.embedder')}
          hideLabel
          choices={kinds.map((id) => ({ id, label: t(`settings:retrieval.${id}`) }))}
          value={kind}
          onChange={choose}
        />
      </Setting>
      {kind === 'model' && (
        <SentenceModel
          onApply={(embedder) => change({ embedder })}
          onLeave={() => updateSettings({ embedder: { kind: 'builtin' } })}
        />
      )}
      {(kind === 'ollama' || kind === 'openai-compatible') && (
        <Endpoint key={kind} kind={kind} onApply={(embedder) => change({ embedder })} />
      )}
      {kind === settings.embedder.kind && <EmbedderFailure />}
      <SwitchSetting
        label={t('settings:retrieval.later.label')}
        hint={t('settings:retrieval.later.hint')}
        isSelected={settings.allowLaterChapters}
        onChange={(allowLaterChapters) => change({ allowLaterChapters })}
      />
      <SwitchSetting
        label={t('settings:retrieval.keep.label')}
        hint={t('settings:retrieval.keep.hint')}
        isSelected={settings.keepAssemblies}
        onChange={(keepAssemblies) => change({ keepAssemblies })}
      />
    </div>
  );
}
