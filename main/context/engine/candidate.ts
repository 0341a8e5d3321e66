import type { ItemSource, Reason } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';
import type { TokenCounter } from './trim-text.ts';

/** Under which heading of the prompt an item stands. In this order within its layer. */
export const groupNames = [
  'constraints',
  'narration',
  'entities',
  'style',
  'preferences',
  'threads',
  'chapters',
  'synopses',
  'passages',
  'episodes',
  'previousEnding',
  'before',
  'after',
  'working',
  'instruction',
  'additional',
] as const;
export type GroupName = (typeof groupNames)[number];

/** A value for every group. */
export const eachGroup = <T>(make: (group: GroupName) => T): Record<GroupName, T> => ({
  constraints: make('constraints'),
  narration: make('narration'),
  entities: make('entities'),
  style: make('style'),
  preferences: make('preferences'),
  threads: make('threads'),
  chapters: make('chapters'),
  synopses: make('synopses'),
  passages: make('passages'),
  episodes: make('episodes'),
  previousEnding: make('previousEnding'),
  before: make('before'),
  after: make('after'),
  working: make('working'),
  instruction: make('instruction'),
  additional: make('additional'),
});

export const layerOfGroup: Record<GroupName, LayerName> = {
  constraints: 'rules',
  narration: 'rules',
  entities: 'rules',
  style: 'settings',
  preferences: 'settings',
  threads: 'settings',
  chapters: 'retrieved',
  synopses: 'retrieved',
  passages: 'retrieved',
  episodes: 'retrieved',
  previousEnding: 'immediate',
  before: 'immediate',
  after: 'immediate',
  working: 'immediate',
  instruction: 'immediate',
  additional: 'immediate',
};

/** The store each group's items come from. */
export const sourceOfGroup: Record<GroupName, ItemSource> = {
  constraints: 'constraint',
  narration: 'project',
  entities: 'knowledge',
  style: 'project',
  preferences: 'memory',
  threads: 'thread',
  chapters: 'manuscript',
  synopses: 'synopsis',
  passages: 'retrieval',
  episodes: 'episode',
  previousEnding: 'manuscript',
  before: 'manuscript',
  after: 'manuscript',
  working: 'workingMemory',
  instruction: 'skill',
  additional: 'request',
};

/** A text that remembers the last counter's answer: one model is asked for again and again. */
export type CostedText = {
  readonly text: string;
  countedBy: TokenCounter | null;
  tokens: number;
};

export const costedText = (text: string): CostedText => ({ text, countedBy: null, tokens: 0 });

export const tokensOf = (costed: CostedText, counter: TokenCounter): number => {
  if (costed.countedBy !== counter) {
    costed.tokens = counter.count(costed.text);
    costed.countedBy = counter;
  }
  return costed.tokens;
};

/** A part of an item, as it stands in the prompt, and where it lies in its document. */
export type ShortForm = { body: string; start?: number; end?: number };

/** The longest part that fits, cut where its sense allows; null when none does. `shortest` is the least that means anything. */
export type Shorten = {
  toFit(fits: (body: string) => boolean): ShortForm | null;
  shortest(): ShortForm;
};

/** What a kept request says of something that was considered, whatever became of it. */
export type RecordedSubject = Pick<
  Candidate,
  'id' | 'group' | 'title' | 'body' | 'revision' | 'fence'
> & {
  documentId: string | null;
  /** Made when first asked for. */
  bodyHash?: string;
};

/** Something that could be sent. `excluded` says that it may not be, whatever the room. */
export type Candidate = {
  id: string;
  group: GroupName;
  source: ItemSource;
  title: string;
  /** The bare text, without numbering or heading. */
  body: string;
  /** Why it is in, when it gets in. */
  reason: Reason;
  excluded: { reason: Reason; chapter?: number } | null;
  score?: number;
  matched?: readonly string[] | undefined;
  /** How near the writer's own sentence model holds it to the place (E5). */
  similarity?: number | undefined;
  /** The question it was looked up for (E6). */
  question?: string | undefined;
  documentId?: string;
  /** A synopsis whose chapter went on since it was written. */
  isStale?: boolean;
  /** What of its chapter it holds, to the letter, where `body` says more than that. */
  stretch?: string;
  /** Place of its chapter in the book, for passages and synopses. */
  chapterOrder?: number;
  start?: number;
  end?: number;
  /** Changes exactly when the stored thing behind it changes: tells an edit from a different choice. */
  revision: string;
  /** The fence it has, as JSON, so that a comparison can tell a changed fence from a changed text. */
  fence: string | null;
  /** The text `start` and `end` are offsets of, when `body` is that stretch of it: its paragraphs are counted once. */
  within?: string;
  /** `body` as it stands in the prompt, when it was made before. */
  item?: CostedText;
  /** What its price is counted of, when it was made before and its place in its group is part of that. */
  costed?: CostedText;
  /** The same while others follow it in its list. */
  listed?: CostedText;
  /** What a record says of it, when it was made before. */
  recorded?: RecordedSubject;
  /** Named right before the cursor or by the writer: at least its shortest form goes, and may pass Rules' line (E7). */
  named?: boolean;
  /** What of it goes where there is no room for all. */
  shorten?: Shorten;
  /** Why the ranking already took something off its text. */
  shortened?: 'overlapRemoved' | 'fencedPart' | undefined;
};
