import { create } from 'zustand';
import type { Output } from '#shared/contract/index.ts';
import type { OriginRuns } from '#shared/domain/origins.ts';

/** Text of a chapter as the program has just written it, and where it comes from. */
export type Written = {
  text: string;
  version: string;
  origins: OriginRuns;
  /** Words that were counted as accepted: undo gives them back. */
  accepted?: number;
};

/** A place in a chapter's text, UTF-16 units, that stays where it is in what is typed; what is typed there stands behind it. */
export type FollowedPlace = { readonly documentId: string; at: number };

/** A place of a text as it is saved. Answers the new chapter's id; null where nothing was parted. */
export type Divide = (place: {
  text: string;
  at: number;
  expectedVersion: string;
}) => Promise<string | null>;

/** What of the texts went where, and the chapters there are then. */
export type MovedText = Pick<Output<'documents:undo'>, 'documents' | 'pieces'>;

/** Null where nothing was moved. */
export type MoveText = () => Promise<MovedText | null>;

/** `takesBack`: the version that came of what is taken back. */
type TakeOver = (
  documentId: string,
  write: () => Promise<Written>,
  takesBack?: string,
) => Promise<void>;

type Takeover = {
  takeOver: TakeOver;
  followCaret: () => FollowedPlace | null;
  forgetPlace: (place: FollowedPlace) => void;
  /** The chapter's file may be another by now: the page takes it over unless something is typed in it. */
  hear: (documentId: string) => void;
  part: (place: FollowedPlace, divide: Divide) => Promise<string | null>;
  move: (documentIds: readonly string[], write: MoveText) => Promise<string | null>;
};

/** Filled by the editor. */
export const usePageTakeover = create<Takeover>()(() => ({
  takeOver: async (_documentId, write) => {
    await write();
  },
  followCaret: () => null,
  forgetPlace: () => undefined,
  hear: () => undefined,
  part: () => Promise.resolve(null),
  move: async (_documentIds, write) => {
    await write();
    return null;
  },
}));

/**
 * Lets the program write a chapter that may be open here. What was typed before is saved first; what is typed
 * meanwhile stays; what was written comes into the page as one step of its undo history, which is as it was before that step
 * again where it is taken back.
 * @throws whatever `write` throws, and the failure of saving
 */
export const takeOver: TakeOver = (documentId, write, takesBack) =>
  usePageTakeover.getState().takeOver(documentId, write, takesBack);

/** Follows the place where the caret is until `work` is done; nothing is done while no chapter is on the page. */
export async function atFollowedCaret(
  work: (place: FollowedPlace) => Promise<void>,
): Promise<void> {
  const { followCaret, forgetPlace } = usePageTakeover.getState();
  const place = followCaret();
  if (place === null) return;
  try {
    await work(place);
  } finally {
    forgetPlace(place);
  }
}

/**
 * Lets the program make a chapter of its own of what stands behind a place of the open one. What was typed before is saved
 * first; what is typed behind it meanwhile is the new chapter's.
 * @returns the new chapter's id; null where nothing was parted, or the chapter is open no more
 * @throws whatever `divide` throws, and the failure of saving or reading
 */
export const partPage = (place: FollowedPlace, divide: Divide): Promise<string | null> =>
  usePageTakeover.getState().part(place, divide);

/**
 * Lets the program move text within and between chapters, of which some may come of it, or go. What was typed in them before is saved first; what is typed
 * meanwhile goes with the words that it was typed in, and the page with the caret.
 * @param documentIds those whose text it moves
 * @returns the chapter in which somebody goes on typing; null where nobody was
 * @throws whatever `write` throws, and the failure of saving or reading
 */
export const movePages = (
  documentIds: readonly string[],
  write: MoveText,
): Promise<string | null> => usePageTakeover.getState().move(documentIds, write);
