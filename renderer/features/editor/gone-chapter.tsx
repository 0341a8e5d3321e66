/** The chapter on the page, deleted or merged into another one in another window: what can be done, and what comes of it. */
import { useEffect, useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { openProjectId, useSession } from '#renderer/app/session.ts';
import { useUnsaved } from '#renderer/app/unsaved.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { PageController } from './page-controller.ts';

/** A window that deletes a chapter itself goes to the one beside it in this time, ms. */
const ownStepMs = 400;

type Documents = readonly Pick<DocumentInfo, 'documentId'>[];

/** The chapters of a list that were not in the one before it. */
export function chaptersBack(before: Documents, now: Documents): string[] {
  const known = new Set(before.map(({ documentId }) => documentId));
  return now.flatMap(({ documentId }) => (known.has(documentId) ? [] : [documentId]));
}

/** Whether a chapter that is not in the binder lies among the deleted ones; false until that is known. */
export function useIsDeleted(documentId: string | null): boolean {
  const projectId = useSession((session) => session.project?.projectId);
  const isListed = useSession(
    ({ project }) => project?.documents.some((one) => one.documentId === documentId) ?? true,
  );
  const [deleted, setDeleted] = useState<string | null>(null);
  useEffect(() => {
    if (isListed || documentId === null || projectId === undefined) return undefined;
    let isMeant = true;
    const timer = setTimeout(() => {
      call('documents:deleted', { projectId })
        .then(({ items }) => {
          const isThere = items.some((one) => one.documentId === documentId);
          if (isMeant) setDeleted(isThere ? documentId : null);
        })
        .catch(reportFailure);
    }, ownStepMs);
    return () => {
      isMeant = false;
      clearTimeout(timer);
    };
  }, [isListed, documentId, projectId]);
  return !isListed && documentId !== null && deleted === documentId;
}

/** What could not be saved because its chapter was gone is saved as soon as the chapter is back, whoever brought it. */
export function useSavingWhatIsBack(controller: PageController): void {
  useEffect(
    () =>
      useSession.subscribe(({ project }, { project: earlier }) => {
        const [before, now] = [earlier?.documents, project?.documents];
        if (before === undefined || now === undefined || before === now) return;
        const { failures } = useUnsaved.getState();
        if (failures.size === 0) return;
        for (const documentId of chaptersBack(before, now)) {
          const failure = failures.get(documentId);
          if (failure === undefined) continue;
          if (failureOf(failure).code !== 'DOCUMENT_NOT_FOUND') continue;
          controller.tryAgain(documentId);
        }
      }),
    [controller],
  );
}

type Props = { documentId: string; keeps: boolean; onKeep: () => void; onCopy: () => void };

export function GoneChapter({ documentId, keeps, onKeep, onCopy }: Props) {
  const { t } = useWords();
  const putBack = () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    call('documents:restore', { projectId, documentId })
      .then(({ documents }) => useSession.getState().setDocuments(projectId, documents))
      .catch(reportFailure);
  };
  return (
    <ErrorBlock
      title={t('editor:gone.title')}
      text={t('editor:gone.text')}
      actions={
        <>
          <Button onPress={putBack}>{t('editor:gone.putBack')}</Button>
          <Button variant="quiet" isDisabled={keeps} onPress={onKeep}>
            {t('editor:missing.keep')}
          </Button>
          <Button variant="quiet" onPress={onCopy}>
            {t('editor:saveElsewhere')}
          </Button>
        </>
      }
    />
  );
}
