import { undo } from '@codemirror/commands';
import { useSession } from '#renderer/app/session.ts';
import { openDocumentInfo } from '#renderer/app/session.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';
import type { PageController } from './page-controller.ts';
import { useEditor } from './store.ts';

type Props = { controller: PageController };

const retry = (controller: PageController) => () => {
  controller.flush().catch(() => undefined);
};

/** The chapter was emptied: written only when the writer says so. */
function EmptyChoice({ controller }: Props) {
  const { t } = useWords();
  const confirm = () => {
    const draft = controller.active();
    if (draft === null) return;
    draft.allowEmpty = true;
    retry(controller)();
  };
  const takeBack = () => {
    const view = controller.view();
    if (view !== null) undo(view);
    view?.focus();
  };
  return (
    <>
      <Button onPress={takeBack}>{t('editor:emptyOverwrite.undo')}</Button>
      <Button variant="quiet" onPress={confirm}>
        {t('editor:emptyOverwrite.confirm')}
      </Button>
    </>
  );
}

/** The file is gone: its text becomes a new chapter. */
function keepAsNew(controller: PageController, title: string): void {
  const draft = controller.active();
  const { project, documentId } = useSession.getState();
  if (draft === null || project === null || documentId === null) return;
  call('documents:create', {
    projectId: project.projectId,
    title,
    text: draft.state.doc.toString(),
  })
    .then((created) => {
      draft.saver.settled();
      useSession.getState().setDocuments(project.projectId, created.documents);
      useSession.getState().openDocument(created.documentId);
    })
    .catch(reportFailure);
}

/** Below the text, never over it: what was not saved, that it is safe, what to do. */
export function SaveFailure({ controller }: Props) {
  const { t, language } = useWords();
  const failure = useEditor((editor) => editor.saveFailure);
  const title = useSession((session) => openDocumentInfo(session)?.title) ?? t('editor:untitled');
  if (failure === null) return null;
  const known = failureOf(failure);
  const words = failureWords(t, known);
  const missing = known.code === 'DOCUMENT_NOT_FOUND';
  const copy = () => {
    const text = controller.active()?.state.doc.toString() ?? '';
    navigator.clipboard.writeText(text).catch(reportFailure);
  };
  return (
    <div className="page-foot" lang={language}>
      <ErrorBlock
        title={
          missing
            ? t('editor:missing.title')
            : `${t('editor:failed.title', { title })}${t('editor:failed.colon')}${words.what}`
        }
        text={missing ? t('editor:missing.text') : words.next}
        actions={
          <>
            {known.code === 'DOCUMENT_EMPTY_OVERWRITE' && <EmptyChoice controller={controller} />}
            {missing && (
              <Button onPress={() => keepAsNew(controller, title)}>
                {t('editor:missing.keep')}
              </Button>
            )}
            {!missing && known.code !== 'DOCUMENT_EMPTY_OVERWRITE' && (
              <Button onPress={retry(controller)}>{t('app:actions.retry')}</Button>
            )}
            <Button variant="quiet" onPress={copy}>
              {t('editor:saveElsewhere')}
            </Button>
          </>
        }
      />
    </div>
  );
}
