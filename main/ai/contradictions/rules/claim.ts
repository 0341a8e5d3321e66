/** What a text states of somebody or something, as the rules read it. */
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { Script } from '#main/base/prose/script.ts';
import type { Span } from '#main/base/prose/span.ts';
import type { RuleKind } from '#shared/domain/contradiction.ts';
import type { EntityKind } from '#shared/domain/knowledge.ts';

/**
 * `word`: one of a closed list. `figure`: a number; `isLeast` where more is meant too. Two values of one topic that exclude
 * each other are a contradiction (`conflicts.ts`).
 */
export type ClaimValue =
  | { kind: 'word'; word: string; gender?: 'm' | 'f' | undefined }
  | { kind: 'figure'; figure: number; isMinimum?: boolean };

/** A stated fact. Offsets are UTF-16 code units of the text it was read in. */
export type Claim = Span & {
  kind: RuleKind;
  /** What it is about: claims of the same topic are held against each other. */
  topic: string;
  value: ClaimValue;
  /** The entry it is about, where there is one. */
  entityId: string | null;
};

/** A text and the names in it. `owner`: the entry whose description it is, which its clauses are about. */
export type ReadableText = {
  text: string;
  names: readonly NameMatch[];
  owner: string | null;
};

/** A text as the judge reads it. */
export type AnalyzedText = {
  text: string;
  script: Script;
  sentences: readonly Span[];
  paragraphs: readonly Span[];
  /** For every UTF-16 unit; 0: the narration. */
  voices: Uint8Array;
  /** The narration alone: every other unit is a full-width space. */
  narration: string;
};

/** What reading prose takes, which the judge has. */
export type ProseTools = {
  analyze(text: string): AnalyzedText;
  /** Where the predicate of a named subject ends; null when the name is not plainly the subject of an action. */
  actionEnd(analyzed: AnalyzedText, name: Span): number | null;
  /** Index of the span that holds an offset; -1 when none does. */
  indexAt(spans: readonly Span[], at: number): number;
  /** Whether a place is a memory, a dream, a supposition, a picture. */
  isFramed(analyzed: AnalyzedText, at: number): boolean;
};

/** A text with every name as a run of marks, so that a pattern can stand around names; offsets are those of the text. */
export type MaskedText = {
  analyzed: AnalyzedText;
  masked: string;
  /** The entry that is named, by where its marks begin. */
  namedAt: ReadonlyMap<number, string>;
};

/** What a pattern found: its groups by name. */
export type Found = {
  groups: Readonly<Record<string, string | undefined>>;
  /** The entry that a group of marks stands for; null where it names nobody. */
  entityOf(group: string): string | null;
};

/** A claim as a pattern reads it, before it has a place; null: nothing for sure. */
export type ReadClaim = Pick<Claim, 'topic' | 'value' | 'entityId'> | null;

export type Pattern = {
  kind: RuleKind;
  /** Global, with indices (`dgu`). */
  expression: RegExp;
  /** Only in the description of an entry, whose subject need not be said. */
  isOwn?: boolean;
  /** No other hand, no other moment makes it less so. */
  isLasting?: boolean;
  read(found: Found, owner: string | null): ReadClaim | readonly ReadClaim[];
};

export type Entities = ReadonlyMap<string, { kind: EntityKind }>;
