import { create } from 'zustand';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';

/** Offsets are UTF-16 code units into the text of the open chapter. */
export type TextRange = { start: number; end: number };

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'readOnly';

/** How much a chapter holds, and since when. */
export type ChapterCounts = Pick<DocumentInfo, 'charCount' | 'wordCount' | 'modifiedAt'>;

/** Where a panel wants the page to go. `serial` makes two equal requests different. */
export type Destination = {
  documentId: string;
  range: TextRange | null;
  serial: number;
  /** It was come to on a walk through a list of chapters, which keeps the focus. */
  isWalked: boolean;
};

export type SessionState = {
  project: ProjectInfo | null;
  /** The chapter on the page, or null when there is none. */
  documentId: string | null;
  /** The caret. While `saveState` is 'saved' it is an offset into the saved text, as context:assemble wants it. */
  cursor: number;
  selection: TextRange;
  saveState: SaveState;
  /** Version of the open chapter as last read or saved; changes with every save. Null while it is being opened. */
  savedVersion: string | null;
  destination: Destination | null;
};

type SessionActions = {
  setProject(project: ProjectInfo | null): void;
  /** What is settled of the open project as a whole. */
  setSettled(project: ProjectInfo): void;
  /** New binder contents of the open project. */
  setDocuments(projectId: string, documents: DocumentInfo[]): void;
  /** What was written into some of its chapters: every screen counts the same (F23). */
  setCounts(counts: ReadonlyMap<string, ChapterCounts>): void;
  /** Opens a chapter and, with a range, shows and selects it there. */
  openDocument(documentId: string, range?: TextRange): void;
  /** Opens a chapter and leaves the focus where it is. */
  walkTo(documentId: string): void;
  /** Leaves the page empty. */
  closeDocument(): void;
  setCursor(cursor: number, selection: TextRange): void;
  setSaveState(saveState: SaveState, savedVersion?: string): void;
};

const nothingOpen = {
  documentId: null,
  cursor: 0,
  selection: { start: 0, end: 0 },
  saveState: 'saved',
  savedVersion: null,
  destination: null,
} as const satisfies Partial<SessionState>;

/** Until the chapter is on the page nothing is known of its caret. */
const arriving = { cursor: 0, selection: { start: 0, end: 0 }, savedVersion: null };

/** Chapters that are as they were stay the same objects, and no line is drawn anew for them. */
function keepSame(before: readonly DocumentInfo[], now: readonly DocumentInfo[]): DocumentInfo[] {
  const known = new Map(before.map((document) => [document.documentId, document]));
  return now.map((document) => {
    const same = known.get(document.documentId);
    return same && JSON.stringify(same) === JSON.stringify(document) ? same : document;
  });
}

const goingTo =
  (destination: Omit<Destination, 'serial'>) =>
  (state: SessionState): Partial<SessionState> => ({
    ...(state.documentId === destination.documentId ? {} : arriving),
    documentId: destination.documentId,
    destination: { ...destination, serial: (state.destination?.serial ?? 0) + 1 },
  });

/**
 * What everyone may know about the sitting. Panels read it with a selector:
 *
 *     const documentId = useSession((session) => session.documentId);
 *     const saved = useSession((session) => session.savedVersion); // refresh when this changes
 *     useSession.getState().openDocument(item.documentId, { start, end });
 *
 * Before a call that speaks about the saved text (`context:assemble`, `context:inspect`, `judge:check`),
 * await `flushEdits()` of app/flush.ts.
 */
export const useSession = create<SessionState & SessionActions>()((set, get) => ({
  project: null,
  ...nothingOpen,
  setProject: (project) => set({ project, ...nothingOpen }),
  setSettled: (known) => {
    const { project } = get();
    if (project?.projectId !== known.projectId) return;
    const { name, language, pointOfViewEntityId, narrativePerson, tense, style, readOnly } = known;
    const settled = {
      name,
      language,
      pointOfViewEntityId,
      narrativePerson,
      tense,
      style,
      readOnly,
    };
    const isFreed = !readOnly && get().saveState === 'readOnly';
    set({ project: { ...project, ...settled }, ...(isFreed ? { saveState: 'saved' } : {}) });
  },
  setDocuments: (projectId, documents) => {
    const { project } = get();
    if (project?.projectId !== projectId) return;
    set({ project: { ...project, documents: keepSame(project.documents, documents) } });
  },
  setCounts: (counts) => {
    const { project } = get();
    if (project === null) return;
    const documents = project.documents.map((document) => {
      const counted = counts.get(document.documentId);
      return counted === undefined ? document : { ...document, ...counted };
    });
    set({ project: { ...project, documents } });
  },
  openDocument: (documentId, range) =>
    set(goingTo({ documentId, range: range ?? null, isWalked: false })),
  walkTo: (documentId) => set(goingTo({ documentId, range: null, isWalked: true })),
  closeDocument: () => set(nothingOpen),
  setCursor: (cursor, selection) => set({ cursor, selection }),
  setSaveState: (saveState, savedVersion) =>
    set(savedVersion === undefined ? { saveState } : { saveState, savedVersion }),
}));

/** The open chapter's entry in the binder. */
export const openDocumentInfo = (state: SessionState): DocumentInfo | null =>
  state.project?.documents.find((document) => document.documentId === state.documentId) ?? null;

/** The book that is open; undefined for none. */
export const openProjectId = (): string | undefined => useSession.getState().project?.projectId;

/** Whether an answer about this book still concerns what is shown: another may have been opened meanwhile. */
export const isOpenProject = (projectId: string): boolean => openProjectId() === projectId;
