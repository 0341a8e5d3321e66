import {
  type ChangeSet,
  EditorState,
  type Extension,
  type StateEffect,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import { pageDocument } from '#renderer/app/page-document.ts';
import type { FollowedPlace, Written } from '#renderer/app/page-takeover.ts';
import { notePageTyped } from '#renderer/app/page-typed.ts';
import type { TextRange } from '#renderer/app/session.ts';
import { followMovedText, followOrigins } from '#renderer/features/origins/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { OriginRuns } from '#shared/domain/origins.ts';
import { beginOfText } from './begin-of-text.ts';
import {
  allSaved,
  changeHidden,
  createDraft,
  type Draft,
  type DraftOptions,
  type DraftReport,
  followChanges,
  outsideChange,
  type Undone,
} from './draft.ts';
import { isLetThrough } from './only-forward.ts';
import { undoAfterStep } from './page-undo.ts';
import { createTakeovers } from './takeovers.ts';
import {
  chapterExtensions,
  isFromElsewhere,
  optionsExtension,
  type PageOptions,
  pageOptions,
} from './view-extensions.ts';
import { watchWrittenWords } from './words-written.ts';

/** Chapters kept with their undo history; unsaved ones are always kept. */
const keptDrafts = 24;

export type PageEvents = {
  words: DraftOptions['words'];
  onUpdate: (draft: Draft, update: ViewUpdate) => void;
  onReport: (draft: Draft, report: DraftReport) => void;
  /** What was told of the file could not be read. */
  onUnreadable: (draft: Draft, failure: unknown) => void;
  /** It was read, and nothing in it waits to be saved. */
  onReadable: (draft: Draft) => void;
};

/** What was told of a file; nothing where only that it may be another. */
type Heard = { version?: string | undefined; undone?: Undone | undefined };

export type PageController = ReturnType<typeof createPageController>;

/** Where the chapter was left; its caret where it has been changed since, which a new one has at its beginning. */
const placeOf = ({ state, left }: Draft): StateEffect<unknown> =>
  left?.doc === state.doc
    ? left.place
    : EditorView.scrollIntoView(state.selection.main.head, { y: 'center' });

const isTyped = ({ docChanged, transactions }: ViewUpdate): boolean =>
  docChanged && !transactions.some((one) => one.isUserEvent('outside'));

const noteTyped = ({ saver, teller }: Draft): void => {
  saver.changed();
  teller.changed();
};

/** Typed, or accepted: the page's own keys take it back. */
const isOwn = ({ docChanged, transactions }: ViewUpdate): boolean =>
  docChanged && transactions.some((one) => one.docChanged && !isFromElsewhere(one));

/** The chapters with text that is not on disk. */
const unsavedOf = (drafts: ReadonlyMap<string, Draft>): string[] =>
  [...drafts].flatMap(([documentId, { saver }]) => (saver.isDirty() ? [documentId] : []));

function revealIn(view: EditorView, { start, end }: TextRange): void {
  const { length } = view.state.doc;
  const selection = { anchor: Math.min(start, length), head: Math.min(end, length) };
  const at = EditorView.scrollIntoView(selection.head, { y: 'center' });
  view.dispatch({ selection, effects: at });
}

/** What an input method still composes is saved once it is composed; what the program is writing, once that is written. */
const savedBehindComposition = (
  active: () => Draft | null,
  takenOver: ReadonlyMap<string, ChangeSet>,
): Extension =>
  EditorView.domEventObservers({
    compositionstart: () => active()?.saver.hold(),
    compositionend: () => {
      const draft = active();
      if (draft !== null && !takenOver.has(draft.documentId)) draft.saver.release();
    },
  });

/** Each chapter that is to come to the page is a turn, and the newest alone is followed to its end. */
function createTurns() {
  /** Of a chapter that is on its way, or that could not come. */
  let newest: symbol | null = null;
  return {
    begin: () => {
      newest = Symbol();
      return newest;
    },
    isNewest: (turn: symbol) => newest === turn,
    end: () => {
      newest = null;
    },
    areOver: () => newest === null,
  };
}

/** Places that stay where they are in what is typed. */
function createPlaces() {
  const places = new Set<FollowedPlace>();
  return {
    follow({ documentId, state }: Draft): FollowedPlace {
      const place = { documentId, at: state.selection.main.head };
      places.add(place);
      return place;
    },
    forget: (place: FollowedPlace) => void places.delete(place),
    move(documentId: string, changes: ChangeSet) {
      for (const place of places) {
        if (place.documentId === documentId) place.at = changes.mapPos(place.at, -1);
      }
    },
  };
}

/** One CodeMirror view through which the chapters of a project pass, each with its own state. */
export function createPageController(
  projectId: string,
  firstOptions: PageOptions,
  events: PageEvents,
) {
  const drafts = new Map<string, Draft>();
  let options = firstOptions;
  let view: EditorView | null = null;
  let active: Draft | null = null;
  const turns = createTurns();
  /** Versions told of while a save was under way: whether it holds them only its answer says. */
  const missed = new Map<string, Heard>();
  /** Chapters the program is writing now, with what has been typed in them since. */
  const takenOver = new Map<string, ChangeSet>();
  const places = createPlaces();

  const listener: Extension = [
    watchWrittenWords(),
    followMovedText(),
    EditorView.updateListener.of((update) => {
      if (active === null) return;
      active.state = update.state;
      const since = takenOver.get(active.documentId);
      if (since !== undefined) takenOver.set(active.documentId, since.compose(update.changes));
      places.move(active.documentId, update.changes);
      followChanges(active, update.changes);
      if (isTyped(update)) noteTyped(active);
      if (isOwn(update)) notePageTyped();
      events.onUpdate(active, update);
    }),
    savedBehindComposition(() => active, takenOver),
  ];

  const stateFor = (documentId: string, text: string, origins: OriginRuns): EditorState =>
    EditorState.create({
      doc: text,
      selection: { anchor: beginOfText(text) },
      extensions: [
        pageDocument.of(documentId),
        chapterExtensions(options, listener),
        followOrigins(origins),
      ],
    });

  const forgetOld = () => {
    for (const [id, draft] of drafts) {
      if (drafts.size <= keptDrafts) return;
      if (draft !== active && !draft.saver.isDirty()) drafts.delete(id);
    }
  };

  const put = (draft: Draft, change: TransactionSpec) => {
    if (draft === active && view !== null) view.dispatch(change);
    else changeHidden(draft, change);
  };

  const apply = (draft: Draft, change: TransactionSpec) => {
    put(draft, change);
    const undo = undoAfterStep(draft.state);
    if (undo !== null) put(draft, undo);
  };

  const applyOutside = (draft: Draft, written: Written, undone: Undone) => {
    const change = outsideChange(draft.state, written, undone);
    draft.version = written.version;
    if (change !== null) apply(draft, change);
    Object.assign(draft, allSaved(draft.state));
    draft.saver.settled();
  };

  const read = async (documentId: string): Promise<Draft> => {
    const { text, version, origins } = await call('documents:read', { projectId, documentId });
    const known = drafts.get(documentId);
    if (known !== undefined) return known;
    const state = stateFor(documentId, text, origins);
    return createDraft({
      projectId,
      documentId,
      state,
      version,
      words: events.words,
      onReport: report,
      onMerged: apply,
    });
  };

  const report = (draft: Draft, told: DraftReport): void => {
    events.onReport(draft, told);
    const { documentId, version } = draft;
    if (told.state !== 'saved' || !missed.has(documentId)) return;
    const last = missed.get(documentId);
    missed.delete(documentId);
    // The saver calls itself saved within its own work; a moment later it is.
    if (last?.version !== version) setTimeout(() => hear(documentId, { undone: last?.undone }));
  };

  const activate = (draft: Draft) => {
    if (active !== null && view !== null) {
      active.left = { doc: active.state.doc, place: view.scrollSnapshot() };
    }
    drafts.delete(draft.documentId);
    drafts.set(draft.documentId, draft);
    active = draft;
    forgetOld();
    view?.setState(draft.state);
    view?.dispatch({
      effects: [pageOptions.reconfigure(optionsExtension(options)), placeOf(draft)],
    });
  };

  const isBusy = ({ documentId, saver }: Draft): boolean =>
    saver.isDirty() || takenOver.has(documentId);

  /** A chapter the program began to write meanwhile may be gone when it is read; what comes of that, the program says. */
  const readUnlessTakenOver = async (documentId: string) => {
    try {
      return await call('documents:read', { projectId, documentId });
    } catch (failure) {
      if (takenOver.has(documentId)) return null;
      throw failure;
    }
  };

  /** The file changed elsewhere, perhaps. Takes it over when nothing is unsaved here. */
  const refresh = async (documentId: string, undone: Undone = 'byPage'): Promise<void> => {
    const draft = drafts.get(documentId);
    if (draft === undefined || isBusy(draft)) return;
    const written = await readUnlessTakenOver(documentId);
    if (written === null || isBusy(draft)) return;
    events.onReadable(draft);
    if (draft.version !== written.version) applyOutside(draft, written, undone);
  };

  /** The file is told to be at a version; now, or behind the save under way, the page takes it over. */
  const hear = (documentId: string, { version, undone }: Heard = {}): void => {
    const draft = drafts.get(documentId);
    if (draft === undefined || draft.version === version) return;
    if (version !== undefined && isBusy(draft)) missed.set(documentId, { version, undone });
    refresh(documentId, undone).catch((failure: unknown) => events.onUnreadable(draft, failure));
  };

  return {
    ...{ hear, forgetPlace: places.forget, words: events.words },
    ...createTakeovers({
      ...{ projectId, drafts, takenOver, apply, read, hear, report, words: events.words },
      showInstead: (draft, other) => {
        if (draft !== active) return false;
        if (other === draft) return true;
        activate(other);
        // It has not arrived before it is asked for: what is told of the page is still the first one's.
        turns.begin();
        return true;
      },
    }),
    followCaret: () => (active && turns.areOver() ? places.follow(active) : null),
    mount(parent: HTMLElement) {
      view = new EditorView({
        parent,
        state: active?.state ?? stateFor('', '', []),
        dispatchTransactions: (transactions, page) =>
          page.update(isLetThrough(transactions) ? transactions : []),
      });
      return view;
    },
    unmount() {
      view?.destroy();
      view = null;
    },
    ...{ view: () => view, active: () => active },
    draft: (documentId: string) => drafts.get(documentId) ?? null,
    /** Puts a chapter on the page, with its undo history; null when another one was asked for meanwhile. @throws RpcError DOCUMENT_NOT_FOUND, DOCUMENT_UNREADABLE */
    async show(documentId: string): Promise<Draft | null> {
      const turn = turns.begin();
      const known = drafts.get(documentId);
      const draft = known ?? (await read(documentId));
      if (!turns.isNewest(turn)) return null;
      activate(draft);
      if (known !== undefined) await refresh(documentId);
      if (!turns.isNewest(turn)) return null;
      turns.end();
      return draft;
    },
    /** Whether the chapter is on the page, and no other on its way there. */
    isShown: (documentId: string) => turns.areOver() && active?.documentId === documentId,
    /** Leaves the page without a chapter: what is on its way there stays away. */
    leave: () => void turns.begin(),
    reveal(range: TextRange) {
      if (view !== null) revealIn(view, range);
    },
    setOptions(next: PageOptions) {
      options = next;
      view?.dispatch({ effects: pageOptions.reconfigure(optionsExtension(next)) });
    },
    /** Saves a chapter; where nothing is unsaved it is read, for that is what failed then. What comes of it is told. */
    tryAgain(documentId: string): void {
      const saver = drafts.get(documentId)?.saver;
      // Its failure is told as that of any other save.
      if (saver?.isDirty() === true) saver.flush().catch(() => undefined);
      else hear(documentId);
    },
    /** Saves every chapter with unsaved text. Rejects with the first failure, after all were tried. */
    async flush(): Promise<void> {
      await Promise.allSettled([...drafts.values()].map((one) => one.saver.flush()));
      for (const draft of drafts.values()) await draft.saver.flush();
    },
    unsaved: () => unsavedOf(drafts),
    dispose() {
      for (const { saver, teller } of drafts.values()) {
        saver.dispose();
        teller.dispose();
      }
    },
  };
}
