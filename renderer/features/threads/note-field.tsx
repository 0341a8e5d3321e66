import { useEffect } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton, TextArea, TextField } from '#renderer/ui/index.ts';
import { maxThreadNote, maxThreadTitle } from '#shared/domain/thread.ts';
import type { DraftField } from './field-drafts.ts';
import { fieldDrafts, type ListedThread } from './store.ts';

/** What is typed is kept when the field is left, however it is left. */
function useKeptField(thread: ListedThread, field: DraftField) {
  const projectId = useSession(({ project }) => project?.projectId) ?? '';
  const { threadId } = thread;
  const draft = fieldDrafts.store((drafts) =>
    fieldDrafts.of({ projectId, field, threadId }, drafts),
  );
  useEffect(
    () => () => void fieldDrafts.keep({ projectId, field, threadId }),
    [projectId, field, threadId],
  );
  return {
    value: draft?.text ?? thread[field],
    isUnkept: draft?.isUnkept === true,
    type: (text: string) => fieldDrafts.type({ projectId, field, thread }, text),
    keep: () => void fieldDrafts.keep({ projectId, field, threadId }),
    keepMine: () => void fieldDrafts.keepMine({ projectId, field, threadId }),
    drop: () => fieldDrafts.drop({ projectId, field, threadId }),
  };
}

type KeptField = ReturnType<typeof useKeptField>;

/** Where another window wrote meanwhile both texts stand there until the writer chooses. */
function Unkept({ field, there }: { field: KeptField; there: string }) {
  const { t } = useWords();
  if (!field.isUnkept) return null;
  return (
    <p className="ui-quiet" role="status">
      {there === '' ? t('threads:unkept.none') : t('threads:unkept.there', { text: there })}{' '}
      <LinkButton onPress={field.keepMine}>{t('threads:unkept.mine')}</LinkButton>{' '}
      <LinkButton onPress={field.drop}>{t('threads:unkept.theirs')}</LinkButton>
    </p>
  );
}

export function NameField({ thread }: { thread: ListedThread }) {
  const { t } = useWords();
  const field = useKeptField(thread, 'title');
  return (
    <>
      <TextField
        label={t('threads:name')}
        longest={maxThreadTitle}
        value={field.value}
        onChange={field.type}
        onBlur={field.keep}
      />
      <Unkept field={field} there={thread.title} />
    </>
  );
}

/** What the writer means to do about a promise. */
export function NoteField({ thread }: { thread: ListedThread }) {
  const { t } = useWords();
  const field = useKeptField(thread, 'note');
  return (
    <>
      <TextArea
        label={t('threads:note')}
        rows={2}
        longest={maxThreadNote}
        placeholder={t('threads:noteHint')}
        value={field.value}
        onChange={field.type}
        onBlur={field.keep}
      />
      <Unkept field={field} there={thread.note} />
    </>
  );
}
