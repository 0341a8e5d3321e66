import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useFlush } from '#renderer/app/flush.ts';
import { goalsStore } from '#renderer/app/goals.ts';
import { usePageFocus } from '#renderer/app/page-focus.ts';
import { type TextPassage, usePageText } from '#renderer/app/page-text.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { usePageTakeover } from '#renderer/app/page-takeover.ts';
import { openDocumentInfo, type SaveState, useSession } from '#renderer/app/session.ts';
import { setUnsaved, useUnsaved } from '#renderer/app/unsaved.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call, on, onClosing } from '#renderer/rpc/index.ts';
import type { Draft, DraftReport } from './draft.ts';
import { createFocusOnArrival } from './focus-on-arrival.ts';
import { useAskBeforeLeaving } from './leave-unsaved.tsx';
import { createPageController, type PageController } from './page-controller.ts';
import { createPageCounts, type PageCounts } from './page-counts.ts';
import { passageAt } from './passage-at.ts';
import { emptyPage, endConflict, useEditor } from './store.ts';
import type { PageOptions } from './view-extensions.ts';

const saveStateOf = (report: DraftReport): SaveState => {
  if (report.state !== 'failed') return report.state;
  return failureOf(report.failure).code === 'DOCUMENT_CONFLICT' ? 'conflict' : 'failed';
};

function readConflict(projectId: string, documentId: string, draftId: string | undefined): void {
  const page = draftId === undefined ? {} : { draftId };
  const decisions = () => useEditor.getState().decisions.get(documentId);
  const before = decisions();
  call('documents:conflict:read', { projectId, documentId, ...page })
    .then((conflict) => {
      const isAsked = useSession.getState().documentId === documentId && decisions() === before;
      if (isAsked) useEditor.setState({ conflict });
      setUnsaved(documentId, null);
    })
    .catch((failure: unknown) => {
      // It was decided about meanwhile.
      if (failureOf(failure).code !== 'SNAPSHOT_NOT_FOUND') setUnsaved(documentId, failure);
    });
}

function onReport(projectId: string, draft: Draft, report: DraftReport): void {
  const { documentId, draftId } = draft;
  const saveState = saveStateOf(report);
  if (saveState === 'failed') setUnsaved(documentId, report.failure);
  // Two texts of one chapter are told in the binder.
  else if (saveState === 'saved' || saveState === 'conflict') setUnsaved(documentId, null);
  const session = useSession.getState();
  if (session.documentId !== documentId) return;
  session.setSaveState(saveState, report.version);
  if (saveState === 'conflict') readConflict(projectId, documentId, draftId);
}

function stateOnArrival(draft: Draft): SaveState {
  if (useSession.getState().project?.readOnly === true) return 'readOnly';
  if (useUnsaved.getState().failures.has(draft.documentId)) return 'failed';
  return draft.saver.isDirty() ? 'unsaved' : 'saved';
}

/** What CodeMirror says to a screen reader, by its own words for it. */
function useSaidWords(): Readonly<Record<string, string>> {
  const { t } = useWords();
  return useMemo(
    () => ({
      'current match': t('editor:find.said.current'),
      'on line': t('editor:find.said.onLine'),
      'replaced $ matches': t('editor:find.said.replacedAll'),
      'replaced match on line $': t('editor:find.said.replacedOn'),
      'Selection deleted': t('editor:selectionDeleted'),
    }),
    [t],
  );
}

function usePageOptions(): PageOptions {
  const { t } = useWords();
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const readOnly = useSession(
    (session) =>
      session.project?.readOnly === true || openDocumentInfo(session)?.encodingUnsure === true,
  );
  const title = useSession((session) => openDocumentInfo(session)?.title ?? '');
  // A chapter that another window deleted has none.
  const label = title === '' ? t('editor:labelAlone') : t('editor:label', { title });
  const placeholder = t('editor:placeholder');
  const badByte = t('editor:encoding.badByte');
  const said = useSaidWords();
  const typewriter = usePreferences(({ settings }) => settings.editor.typewriter);
  const dimOthers = usePreferences(({ settings }) => settings.editor.dimOthers);
  return useMemo(
    () => ({
      ...{ language, readOnly, title, typewriter, dimOthers },
      words: { label, placeholder, badByte, said },
    }),
    [language, readOnly, title, typewriter, dimOthers, label, placeholder, badByte, said],
  );
}

/** The counts of the page; today's follow the log of days. */
function usePageCounts(): PageCounts {
  const made = useRef<PageCounts | null>(null);
  made.current ??= createPageCounts();
  const { showToday } = made.current;
  useEffect(() => goalsStore.subscribe(showToday), [showToday]);
  return made.current;
}

function useController(projectId: string, options: PageOptions): PageController {
  const counts = usePageCounts();
  const kept = useRef<PageController | null>(null);
  kept.current ??= createPageController(projectId, options, {
    words: counts,
    onUpdate: (draft, update) => {
      counts.updated(draft.documentId, update);
      if (!update.docChanged && !update.selectionSet) return;
      const { head, from, to } = update.state.selection.main;
      useSession.getState().setCursor(head, { start: from, end: to });
    },
    onReport: (draft, report) => onReport(projectId, draft, report),
    onUnreadable: ({ documentId }, failure) => {
      if (documentId === useSession.getState().documentId) setUnsaved(documentId, failure);
    },
    onReadable: ({ documentId, draftId }) => {
      if (!useUnsaved.getState().failures.has(documentId)) return;
      setUnsaved(documentId, null);
      const info = openDocumentInfo(useSession.getState());
      const isAsked = info?.documentId === documentId && info.hasConflict === true;
      if (isAsked) readConflict(projectId, documentId, draftId);
    },
  });
  const controller = kept.current;
  useEffect(() => controller.setOptions(options), [controller, options]);
  const destination = useSession((session) => session.destination);
  useEffect(() => {
    if (destination === null) {
      controller.leave();
      useEditor.setState(emptyPage);
      return undefined;
    }
    const { documentId, range } = destination;
    const focus = createFocusOnArrival(() => controller.view()?.focus());
    const isWanted = () => useSession.getState().destination === destination;
    const arrive = (draft: Draft | null) => {
      if (draft === null || !isWanted()) return;
      counts.opened(documentId, draft.state.doc);
      // What could not be read when it was told of was read now.
      if (!draft.saver.isDirty()) setUnsaved(documentId, null);
      const { head, from, to } = draft.state.selection.main;
      const session = useSession.getState();
      session.setCursor(head, { start: from, end: to });
      session.setSaveState(stateOnArrival(draft), draft.version);
      useEditor.setState({ ...emptyPage, status: { state: 'ready' } });
      if (openDocumentInfo(session)?.hasConflict === true) {
        readConflict(projectId, documentId, draft.draftId);
      }
      // The text is unseen until React has drawn this.
      requestAnimationFrame(() => {
        if (!isWanted()) return;
        if (range !== null) controller.reveal(range);
        focus.give();
        focus.end();
      });
    };
    if (controller.isShown(documentId)) {
      if (range !== null) controller.reveal(range);
      focus.give();
      focus.end();
      return undefined;
    }
    controller
      .active()
      ?.saver.flush()
      .catch(() => undefined);
    if (controller.draft(documentId) === null) useEditor.setState({ status: { state: 'loading' } });
    controller
      .show(documentId)
      .then(arrive)
      .catch((error: unknown) => {
        if (isWanted()) useEditor.setState({ ...emptyPage, status: { state: 'failed', error } });
      });
    return focus.end;
  }, [projectId, controller, destination, counts]);
  return controller;
}

/** Behind what is selected, so that nothing is lost; counted as pasted. */
const insertText = (controller: PageController, text: string): boolean => {
  const view = controller.view();
  if (view === null || controller.active() === null || view.state.readOnly) return false;
  const from = view.state.selection.main.to;
  const insert = view.state.toText(text);
  view.dispatch({
    changes: { from, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
  return true;
};

const selectedText = (controller: PageController): string => {
  const state = controller.view()?.state;
  if (state === undefined) return '';
  const { from, to } = state.selection.main;
  return state.sliceDoc(from, to);
};

const passageAtCaret = (controller: PageController): TextPassage | null => {
  const state = controller.view()?.state;
  if (state === undefined || controller.active() === null) return null;
  return passageAt(state, useSession.getState().project?.language ?? 'zh-CN');
};

/** Outside changes, conflicts, and what is to be saved when the page goes away. */
function useLifeline(projectId: string, controller: PageController): void {
  useEffect(() => {
    const flush = () => controller.flush();
    const flushQuietly = () => void flush().catch(() => undefined);
    useFlush.setState({ flush });
    usePageFocus.setState({ focus: () => controller.view()?.focus() });
    const { takeOver, followCaret, forgetPlace, part, move } = controller;
    const hear = (documentId: string) => controller.hear(documentId);
    usePageTakeover.setState({ takeOver, followCaret, forgetPlace, part, move, hear });
    usePageText.setState({
      selected: () => selectedText(controller),
      passage: () => passageAtCaret(controller),
      insert: (text) => insertText(controller, text),
    });
    window.addEventListener('blur', flushQuietly);
    window.addEventListener('pagehide', flushQuietly);
    const endings = [
      onClosing(flush),
      on('document:changed', (event) => {
        if (event.projectId !== projectId) return;
        const { documentId, version, origin, isWritten } = event;
        // Replaced, taken in or brought back: the page alone would take back its part of the step.
        const isStep = origin === 'fabula' && isWritten !== true;
        controller.hear(documentId, { version, undone: isStep ? 'byStep' : 'byPage' });
      }),
      on('document:conflict', (event) => {
        if (event.documentId !== useSession.getState().documentId) return;
        const draft = controller.draft(event.documentId);
        if (draft?.saver.isDirty() === true) useSession.getState().setSaveState('conflict');
        readConflict(projectId, event.documentId, draft?.draftId);
      }),
      // After a lost connection no event told of it.
      useSession.subscribe((now, before) => {
        const info = openDocumentInfo(now);
        const was = openDocumentInfo(before);
        if (info === null || was?.documentId !== info.documentId) return;
        if (info.hasConflict === was.hasConflict) return;
        const { conflict } = useEditor.getState();
        if (info.hasConflict !== true) endConflict(info.documentId);
        else if (conflict === null) {
          readConflict(projectId, info.documentId, controller.draft(info.documentId)?.draftId);
        }
      }),
      // What another program wrote until it let go may have come with no word of it.
      useSession.subscribe(({ project, documentId }, before) => {
        const isFreed = before.project?.readOnly === true && project?.readOnly === false;
        if (!isFreed || project.projectId !== projectId || documentId === null) return;
        controller.hear(documentId);
      }),
      on('project:changed', (event) => {
        const { conflict } = useEditor.getState();
        const info = event.documents.find(({ documentId }) => documentId === conflict?.documentId);
        // Another window has chosen.
        if (info !== undefined && info.hasConflict !== true) endConflict(info.documentId);
      }),
    ];
    return () => {
      window.removeEventListener('blur', flushQuietly);
      window.removeEventListener('pagehide', flushQuietly);
      for (const end of endings) end();
      useUnsaved.setState(useUnsaved.getInitialState());
      useFlush.setState({ flush: () => Promise.resolve() });
      usePageTakeover.setState(usePageTakeover.getInitialState());
      usePageText.setState(usePageText.getInitialState());
      flushQuietly();
    };
  }, [projectId, controller]);
}

/** Puts the editor of a project into `parent`. */
export function usePage(projectId: string, parent: RefObject<HTMLDivElement | null>) {
  const options = usePageOptions();
  const controller = useController(projectId, options);
  useLifeline(projectId, controller);
  useAskBeforeLeaving(controller);
  useEffect(() => {
    if (parent.current === null) return undefined;
    controller.mount(parent.current);
    return () => controller.unmount();
  }, [controller, parent]);
  return controller;
}
