import { useEffect, useState } from 'react';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, Dialog, FailureBlock } from '#renderer/ui/index.ts';
import type { DeletedChapter } from '#shared/domain/project.ts';
import { restoreChapter } from './actions.ts';

type Known =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; items: DeletedChapter[] };

function useDeleted(projectId: string): Known {
  const [known, setKnown] = useState<Known>({ state: 'loading' });
  useEffect(() => {
    let current = true;
    call('documents:deleted', { projectId })
      .then(({ items }) => current && setKnown({ state: 'ready', items }))
      .catch((error: unknown) => current && setKnown({ state: 'failed', error }));
    return () => {
      current = false;
    };
  }, [projectId]);
  return known;
}

/** `said` takes the place of the word that it was deleted. */
function restore(documentId: string, said: string): void {
  closeDialog();
  restoreChapter(documentId)
    .then(() => notify({ place: 'binder', text: said }))
    .catch(reportFailure);
}

function Row({ chapter }: { chapter: DeletedChapter }) {
  const { t, language } = useWords();
  const { title } = chapterHeading(chapter.title);
  const time = formatMoment(chapter.deletedAt, Date.now(), language);
  return (
    <li className="binder-deleted-row">
      <div>
        <div>{title}</div>
        <div className="ui-quiet">
          {t('binder:deletedChapters.when', { time })}
          {' · '}
          {t('binder:words', { count: chapter.wordCount })}
        </div>
      </div>
      <Button
        aria-label={t('binder:deletedChapters.restoreOne', { title })}
        onPress={() => restore(chapter.documentId, t('binder:deletedChapters.restored', { title }))}
      >
        {t('binder:deletedChapters.restore')}
      </Button>
    </li>
  );
}

function Deleted({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const known = useDeleted(projectId);
  if (known.state === 'failed') return <FailureBlock error={known.error} />;
  if (known.state === 'loading') return <p className="ui-quiet">{t('app:loading')}</p>;
  if (known.items.length === 0) return <p>{t('binder:deletedChapters.empty')}</p>;
  return (
    <>
      <p className="ui-lead">{t('binder:deletedChapters.lead')}</p>
      <ul className="binder-problem-list">
        {known.items.map((chapter) => (
          <Row key={chapter.documentId} chapter={chapter} />
        ))}
      </ul>
    </>
  );
}

/** Chapters deleted from this novel, each one step from being back. */
export function DeletedDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'deleted');
  const projectId = useSession((session) => session.project?.projectId);
  if (projectId === undefined) return null;
  return (
    <Dialog
      title={t('binder:deletedChapters.title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <Deleted projectId={projectId} />}
    </Dialog>
  );
}
