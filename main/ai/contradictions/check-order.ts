/** What the program and its worker that looks for contradictions tell each other. */
import type { Span } from '#main/base/prose/span.ts';
import type { ErrorReport } from '#main/base/failures/error-report.ts';
import type { NamedEntity } from '#main/book/knowledge/service.ts';
import type { EntityKind } from '#shared/domain/knowledge.ts';
import type { EntryPart } from './entry-text.ts';
import type { BookText, FoundPair } from './rules/compare-claims.ts';

/** A text of the book, or a part of what an entry says. `owner`: that entry; null for a chapter. */
export type CheckedText = Omit<BookText, 'read'> &
  Pick<EntryPart, 'text' | 'field' | 'relation'> & { owner: string | null };

/** A quote that is no longer in the book, with what stood around it. */
export type FormerText = Span & Pick<CheckedText, 'text' | 'owner' | 'field'>;

export type CheckOrder = {
  texts: readonly CheckedText[];
  former: readonly FormerText[];
  entities: readonly (NamedEntity & { kind: EntityKind })[];
  /** File of ordinary Chinese words: short names are told from them. */
  wordList: string;
};

export type CheckAnswer =
  /** `former`: what each of those stated. */
  | { kind: 'checked'; pairs: FoundPair[]; former: string[][] }
  /** An error nobody expected, without its message. */
  | { kind: 'broken'; report: ErrorReport };
