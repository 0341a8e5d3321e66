/** One thread: its story, its places in order with their quotes, and what can be decided about it. */
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Select, Switch } from '#renderer/ui/index.ts';
import { MarkHere } from './mark-here.tsx';
import { NameField, NoteField } from './note-field.tsx';
import { deleteThread, type ListedThread, updateThread } from './store.ts';
import { Places } from './thread-places.tsx';
import { threadWords, titledChapter } from './thread-words.ts';

const nowhere = '';

/** The chapters of the book to choose from, and none; the one that is gone where it is due in that. */
export function DueField({
  due,
  onDue,
}: {
  due: string | null;
  onDue: (due: string | null) => void;
}) {
  const { t } = useWords();
  const documents = useSession((session) => session.project?.documents) ?? [];
  const isGone = due !== null && !documents.some(({ documentId }) => documentId === due);
  return (
    <Select
      label={t('threads:due')}
      choices={[
        { id: nowhere, label: t('threads:dueNowhere') },
        ...(isGone ? [{ id: due, label: t('threads:dueGone') }] : []),
        ...documents.map(({ documentId, chapter, title }) => ({
          id: documentId,
          label: titledChapter(t, chapter, title),
        })),
      ]}
      value={due ?? nowhere}
      onChange={(id) => onDue(id === nowhere ? null : id)}
    />
  );
}

export function ThreadDetail({ thread }: { thread: ListedThread }) {
  const { t } = useWords();
  return (
    <aside className="threads-detail" aria-label={thread.title}>
      <div className="threads-detail-head">
        <NameField key={thread.threadId} thread={thread} />
        <p className="ui-lead">{threadWords(t, thread)}</p>
      </div>
      <Places thread={thread} />
      <div className="threads-decisions">
        <MarkHere thread={thread} />
        <NoteField key={thread.threadId} thread={thread} />
        <DueField
          due={thread.due?.documentId ?? null}
          onDue={(due) =>
            void updateThread(thread, { due: due === null ? null : { documentId: due } })
          }
        />
        <Switch isSelected={thread.send} onChange={(send) => void updateThread(thread, { send })}>
          {t('threads:send')}
        </Switch>
        <Button
          size="small"
          onPress={() => void deleteThread(thread, t('threads:deleted', { name: thread.title }))}
        >
          {t('threads:delete')}
        </Button>
      </div>
    </aside>
  );
}
