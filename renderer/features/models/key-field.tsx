import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton, TextField } from '#renderer/ui/index.ts';
import type { ModelDraft } from './draft.ts';
import { serviceById } from './services.ts';
import { useModels } from './store.ts';

/** The key goes in and never comes out: a stored one is only said to be there, and where. */
export function KeyField({ draft }: { draft: ModelDraft }) {
  const { t } = useWords();
  const keyStorage = useModels((state) => state.keyStorage);
  const stored = useModels((state) => state.profiles?.find(({ id }) => id === draft.id));
  const { changeDraft } = useModels.getState();
  const source = stored?.keySource ?? 'none';
  const isKept = (source === 'keychain' || source === 'file') && draft.apiKey !== '';
  const where = t(`models:key.where.${keyStorage}`);
  const hint = () => {
    if (source === 'environment') {
      return t('models:key.environment', { variable: stored?.keyVariable });
    }
    if (draft.apiKey === '' && source !== 'none') return t('models:key.removed');
    if (isKept) return t('models:key.kept', { where: t(`models:key.where.${source}`) });
    return serviceById(draft.service).needsKey
      ? t('models:key.hint', { where })
      : t('models:key.optional', { where });
  };
  return (
    <div className="model-key">
      <TextField
        label={t('models:form.key')}
        type="password"
        autoComplete="off"
        value={draft.apiKey ?? ''}
        onChange={(apiKey) => changeDraft({ apiKey: apiKey === '' ? null : apiKey })}
        hint={hint()}
      />
      {isKept && (
        <LinkButton onPress={() => changeDraft({ apiKey: '' })}>
          {t('models:key.remove')}
        </LinkButton>
      )}
    </div>
  );
}
