import { undo } from '@codemirror/commands';
import { useSession } from '#renderer/app/session.ts';
import { openDocumentInfo } from '#renderer/app/session.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useUnsaved } from '#renderer/app/unsaved.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';
import { GoneChapter, useIsDeleted, useSavingWhatIsBack } from './gone-chapter.tsx';
import { useKeepAsNew } from './keep-as-new.ts';
import type { PageController } from './page-controller.ts';

type Props = { controller: PageController };

const retry = (controller: PageController) => () => {
  const draft = controller.active();
  // Where nothing is unsaved, reading it is what failed.
  if (draft?.saver.isDirty() === false) controller.hear(draft.documentId);
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

const copyText = (controller: PageController) => () => {
  const text = controller.active()?.state.doc.toString() ?? '';
  navigator.clipboard.writeText(text).catch(reportFailure);
};

/** A chapter that is gone has no title any more; its text has. Null where that has none either. */
const titleOf = (controller: PageController, documentId: string): string | null => {
  const firstLine = controller.draft(documentId)?.state.doc.line(1).text ?? '';
  return firstLine.replace(/^#+\s*/u, '') || null;
};
const titleOnPage = (controller: PageController): string | null =>
  titleOf(controller, controller.active()?.documentId ?? '');

type FailingProps = Props & { documentId: string; failure: unknown };

/** Of the chapter on the page: what was not saved, that it is safe, what to do. */
function OfThisChapter({ controller, failure }: Omit<FailingProps, 'documentId'>) {
  const { t } = useWords();
  const listed = useSession((session) => openDocumentInfo(session)?.title);
  const title = listed ?? titleOnPage(controller) ?? t('editor:untitled');
  const { keeps, keep } = useKeepAsNew(controller);
  const known = failureOf(failure);
  const words = failureWords(t, known);
  const missing = known.code === 'DOCUMENT_NOT_FOUND';
  return (
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
            <Button isDisabled={keeps} onPress={() => keep(title)}>
              {t('editor:missing.keep')}
            </Button>
          )}
          {!missing && known.code !== 'DOCUMENT_EMPTY_OVERWRITE' && (
            <Button onPress={retry(controller)}>{t('app:actions.retry')}</Button>
          )}
          <Button variant="quiet" onPress={copyText(controller)}>
            {t('editor:saveElsewhere')}
          </Button>
        </>
      }
    />
  );
}

/** Of a chapter that is not on the page: opening it shows what can be done. */
function OfAnotherChapter({ controller, documentId, failure }: FailingProps) {
  const { t } = useWords();
  const known = useSession(({ project }) =>
    project?.documents.find((document) => document.documentId === documentId),
  );
  const title = known?.title ?? titleOf(controller, documentId) ?? t('editor:untitled');
  const { what } = failureWords(t, failureOf(failure));
  return (
    <ErrorBlock
      title={`${t('editor:failed.title', { title })}${t('editor:failed.colon')}${what}`}
      text={t('editor:failed.elsewhere')}
      actions={
        <Button onPress={() => useSession.getState().openDocument(documentId)}>
          {t('editor:failed.open')}
        </Button>
      }
    />
  );
}

/** Below the text, never over it: what no disk took, of the page's chapter and of others (F17). */
export function SaveFailure({ controller }: Props) {
  const { t, language } = useWords();
  useSavingWhatIsBack(controller);
  const failures = useUnsaved((unsaved) => unsaved.failures);
  const shown = useSession((session) => session.documentId);
  const isDeleted = useIsDeleted(shown);
  const { keeps, keep } = useKeepAsNew(controller);
  if (failures.size === 0 && !isDeleted) return null;
  return (
    <div className="page-foot" lang={language}>
      {isDeleted && shown !== null && (
        <GoneChapter
          documentId={shown}
          keeps={keeps}
          onKeep={() => keep(titleOnPage(controller) ?? t('editor:untitled'))}
          onCopy={copyText(controller)}
        />
      )}
      {[...failures].map(([documentId, failure]) => {
        if (documentId !== shown) {
          return <OfAnotherChapter key={documentId} {...{ controller, documentId, failure }} />;
        }
        if (isDeleted) return null;
        return <OfThisChapter key={documentId} controller={controller} failure={failure} />;
      })}
    </div>
  );
}
