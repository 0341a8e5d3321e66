import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { FieldDraft } from './field-drafts.ts';
import { restoreWith } from './kept-fields.ts';
import { fieldDrafts, type ListedThread } from './store.ts';
import '#renderer/app/kept-line.css';

/** Threads that were deleted elsewhere while something was typed for them here: it can be read, and brings them back. */
export function DeletedThreads({ items }: { items: readonly ListedThread[] }) {
  const { t } = useWords();
  const drafts = fieldDrafts.store();
  const projectId = useSession(({ project }) => project?.projectId);
  const known = new Set(items.map(({ threadId }) => threadId));
  const byThread = new Map<string, FieldDraft[]>();
  for (const draft of Object.values(drafts)) {
    const isDeleted = draft.projectId === projectId && !known.has(draft.threadId);
    if (!isDeleted || draft.text.trim() === draft.from[draft.field]) continue;
    byThread.set(draft.threadId, [...(byThread.get(draft.threadId) ?? []), draft]);
  }
  if (byThread.size === 0) return null;
  return (
    <section className="kept-deleted">
      <p className="ui-quiet">{t('app:kept.deleted')}</p>
      <ul aria-label={t('app:kept.deleted')}>
        {[...byThread].map(([threadId, fields]) => (
          <li key={threadId}>
            <strong>{fields[0]?.from.title}</strong>
            {fields.map(({ field, text }) => (
              <p key={field} className="kept-words">
                {t(field === 'title' ? 'threads:name' : 'threads:note')}: {text}
              </p>
            ))}
            <LinkButton onPress={() => void restoreWith(fields)}>
              {t('app:kept.restore')}
            </LinkButton>{' '}
            <LinkButton onPress={() => fields.forEach(fieldDrafts.drop)}>
              {t('app:kept.discard')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
