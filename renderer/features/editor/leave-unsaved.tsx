/** What is asked where the page goes away with text that is not on disk (F17). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { useHost } from '#renderer/app/host.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import type { PageController } from './page-controller.ts';

type Leaving = {
  /** Why the window, which was told to close, did not: what the last save met. Null where nothing is asked. */
  failure: unknown;
  /** The writer has said that it is to close all the same. */
  isSettled: boolean;
};

const useLeaving = create<Leaving>()(() => ({ failure: null, isSettled: false }));

/** A browser asks by itself. The window of the desktop would stay without a word, so it is asked in the page. */
export function useAskBeforeLeaving(controller: PageController): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (controller.unsaved().length === 0 || useLeaving.getState().isSettled) return;
      event.preventDefault();
      const isDesktop = useHost.getState().capabilities?.host === 'electron';
      controller.flush().then(
        () => isDesktop && window.close(),
        (failure: unknown) => isDesktop && useLeaving.setState({ failure }),
      );
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [controller]);
}

const stay = (): void => useLeaving.setState({ failure: null });

const leave = (): void => {
  useLeaving.setState({ isSettled: true });
  window.close();
};

/** Which chapters, why, and whether the program has kept their text; staying is what Esc and Enter do. */
export function LeaveUnsaved({ controller }: { controller: PageController }) {
  const { t, language } = useWords();
  const failure = useLeaving((leaving) => leaving.failure);
  const documents = useSession(({ project }) => project?.documents);
  const unsaved = failure === null ? [] : controller.unsaved();
  const titles = unsaved.map((id) => {
    const known = documents?.find(({ documentId }) => documentId === id);
    return t('editor:leave.one', { title: known?.title ?? t('editor:untitled') });
  });
  const known = failureOf(failure);
  const isKept = typeof known.details.journal === 'string';
  return (
    <Dialog
      title={t('editor:leave.title')}
      closeLabel={t('editor:leave.stay')}
      isOpen={failure !== null}
      onClose={stay}
      size="small"
      footer={
        <>
          <Button onPress={leave}>{t('editor:leave.close')}</Button>
          <Button variant="primary" autoFocus onPress={stay}>
            {t('editor:leave.stay')}
          </Button>
        </>
      }
    >
      <p>
        {t('editor:leave.text', {
          titles: new Intl.ListFormat(language).format(titles),
          what: failureWords(t, known).what,
        })}
      </p>
      {isKept && <p className="ui-quiet">{t('editor:leave.kept')}</p>}
    </Dialog>
  );
}
