/** Words about what stood in a form and was not saved (W4). */
import { z } from 'zod';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { entryOf, type FormKind } from './form-kind.ts';
import { formDrafts, useKeptForms } from './kept-forms.ts';
import './kept-line.css';

type KeptLineProps = {
  isKept: boolean;
  /** Left out where the form has its own way to let go of it. */
  onStartOver?: () => void;
};

/** Says why a form holds something else than what is stored. */
export function KeptLine({ isKept, onStartOver }: KeptLineProps) {
  const { t } = useWords();
  if (!isKept) return null;
  return (
    <p className="ui-quiet" role="status">
      {t('app:kept.back')}{' '}
      {onStartOver && <LinkButton onPress={onStartOver}>{t('app:kept.startOver')}</LinkButton>}
    </p>
  );
}

const Text = z.object({ draft: z.object({ text: z.string() }) });

/** Of a form whose text says all. */
export const keptText = (fields: unknown): string => Text.safeParse(fields).data?.draft.text ?? '';

type KeptOfDeletedProps = {
  kind: FormKind;
  /** Ids of the entries there are. */
  ids: readonly string[];
  /** What of it the writer knows it by. */
  words: (fields: unknown) => string;
  onRestore: (form: string) => void;
};

/** What stood in forms of entries that were deleted elsewhere: it can be read, and comes back with the entry. */
export function KeptOfDeleted({ kind, ids, words, onRestore }: KeptOfDeletedProps) {
  const { t } = useWords();
  const waiting = useKeptForms((state) => state.waiting);
  const projectId = useKeptForms((state) => state.projectId);
  const known = new Set(ids);
  const deleted = waiting.filter(({ form }) => {
    const id = entryOf(kind, form);
    return id !== null && !known.has(id);
  });
  if (projectId === null || deleted.length === 0) return null;
  return (
    <section className="kept-deleted">
      <p className="ui-quiet">{t('app:kept.deleted')}</p>
      <ul aria-label={t('app:kept.deleted')}>
        {deleted.map(({ form, fields }) => (
          <li key={form}>
            <p className="kept-words">{words(fields)}</p>
            <LinkButton onPress={() => onRestore(form)}>{t('app:kept.restore')}</LinkButton>{' '}
            <LinkButton onPress={() => formDrafts.discard({ projectId, form })}>
              {t('app:kept.discard')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
