import type { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { create } from 'zustand';
import type { Candidate } from '#shared/domain/candidate.ts';
import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Decisions } from './marks.ts';
import type { Passage } from './passages.ts';
import type { Pending } from './pending.ts';

/** The text before a candidate was written and after it: undo goes from one to the other. */
export type Written = { candidateId: string; documentId: string; before: Text; after: Text };

export type CandidatesState = {
  projectId: string | null;
  /** All that wait in the project; places as in the saved texts. */
  items: readonly Candidate[];
  /** Being refused: out of the page meanwhile. */
  setAside: ReadonlySet<string>;
  /** Those shown in the chapter on the page, one for each passage, without their moving places. */
  pending: readonly Pending[];
  /** Passages of that chapter with several answers. */
  passages: readonly Passage[];
  /** Where their switches go, by passage. */
  hosts: ReadonlyMap<string, HTMLElement>;
  /** Answers as the writer brought them to the page, or as they came; the latest last. */
  front: readonly string[];
  /** The passage whose answers stand side by side. */
  comparing: string | null;
  /** The hunk the keys speak about. */
  current: string | null;
  decisions: Decisions;
  /** The candidate being written into its chapter. */
  writing: string | null;
  /** What was written last into the open chapter, while undo can still take it back. */
  written: Written | null;
  /** Written and taken back again by undo. */
  undone: ReadonlySet<string>;
  /** The list could not be read. */
  failure: unknown;
  /** What could not be written into its chapter, and why. */
  unwritten: { candidateId: string; failure: unknown } | null;
  view: EditorView | null;
  /** How many chapters have come onto the page: one view shows them all. */
  chaptersShown: number;
};

export const useCandidates = create<CandidatesState>()(() => ({
  projectId: null,
  items: [],
  setAside: new Set(),
  pending: [],
  passages: [],
  hosts: new Map(),
  front: [],
  comparing: null,
  current: null,
  decisions: new Map(),
  writing: null,
  written: null,
  undone: new Set(),
  failure: null,
  unwritten: null,
  view: null,
  chaptersShown: 0,
}));

export const candidateById = (
  { items }: Pick<CandidatesState, 'items'>,
  candidateId: string | null,
): Candidate | null => items.find((item) => item.candidateId === candidateId) ?? null;

/** How often a list is asked for anew when the text was typed in meanwhile. */
const maxAttempts = 20;

const isRested = () => {
  const { saveState } = useSession.getState();
  return saveState !== 'unsaved' && saveState !== 'saving';
};

/** Places are told for saved text: so nothing is asked while something is unsaved. */
const rested = (): Promise<void> =>
  new Promise((resolve) => {
    if (isRested()) {
      resolve();
      return;
    }
    const stop = useSession.subscribe(() => {
      if (!isRested()) return;
      stop();
      resolve();
    });
  });

/** What is known of one project alone. */
const ofProject = {
  items: [],
  setAside: new Set<string>(),
  pending: [],
  passages: [],
  front: [],
  comparing: null,
  current: null,
  decisions: new Map(),
  written: null,
  undone: new Set<string>(),
  failure: null,
  unwritten: null,
} satisfies Partial<CandidatesState>;

/** Reads what waits in the project, at a moment when the page shows what is saved. */
export async function loadCandidates(projectId: string): Promise<void> {
  if (useCandidates.getState().projectId !== projectId) {
    useCandidates.setState({ ...ofProject, projectId });
  }
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      await rested();
      const { savedVersion, documentId } = useSession.getState();
      const { items } = await call('ai:candidates:list', { projectId });
      if (useCandidates.getState().projectId !== projectId) return;
      const now = useSession.getState();
      const isSame = now.savedVersion === savedVersion && now.documentId === documentId;
      if (attempt < maxAttempts && !(isSame && isRested())) continue;
      useCandidates.setState({ items, failure: null });
      return;
    }
  } catch (failure) {
    if (useCandidates.getState().projectId === projectId) useCandidates.setState({ failure });
  }
}
