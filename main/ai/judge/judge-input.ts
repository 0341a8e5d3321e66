/** The values that the parts of a judgement hand to one another. */
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { FindingKind, QuotedSpan } from '#shared/domain/finding.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { Person, Rule } from './rules/rule.ts';
import type { AnalyzedText } from './text/voices.ts';

/** Everything the exact part of a judgement is decided from. */
export type JudgeInput = {
  language: Language;
  text: string;
  /** False for a passage that would stand in a chapter: what holds for the chapter cannot be counted in it. */
  isWholeChapter: boolean;
  /** Number of the chapter the text stands in, or would stand in. */
  chapter: number;
  pointOfViewEntityId: string | null;
  /** The enabled constraints that hold at this chapter and point of view. */
  constraints: readonly Constraint[];
  entities: readonly Entity[];
  relations: readonly Relation[];
  findNames(text: string): NameMatch[];
};

/** A rule and the constraint it was read from. */
export type HeldRule = Rule & { constraintId: string };

/** What the checks work on: the text read once, its names found once. */
export type Case = {
  analyzed: AnalyzedText;
  input: JudgeInput;
  names: readonly NameMatch[];
  rules: readonly HeldRule[];
  /** By id. */
  entities: ReadonlyMap<string, Entity>;
};

/** A complaint before it is quoted, keyed and worded. */
export type Complaint = {
  kind: FindingKind;
  start: number;
  end: number;
  constraintId?: string;
  entityId?: string;
  basis?: QuotedSpan;
  words: MessageWords;
};

/** What a message names. */
export type MessageWords = {
  name?: string;
  chapter?: number;
  limit?: number;
  /** The person that is asked for, where it is one, and the one the text is told in. */
  person?: Person;
  told?: Person;
};

/** What a check makes of a text. */
export type Verdict = {
  complaints: Complaint[];
  /** Constraints it read but cannot decide of this text. */
  undecided: string[];
  /** Constraints that only the whole chapter decides, of a passage of it. */
  chapterOnly?: string[];
};
