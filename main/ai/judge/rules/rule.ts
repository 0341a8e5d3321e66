/** What a constraint can demand exactly. */
import type { QuotedSpan } from '#shared/domain/finding.ts';
import type { TextPattern } from './text-pattern.ts';

/** Where a rule about wording holds. */
export type Where = 'anywhere' | 'dialogue' | 'narration';

/** In which grammatical person a narrator may speak. */
export type Person = 'first' | 'second' | 'third';

/** What a constraint demands, as far as it can be checked exactly. */
export type Demand =
  /** The narration keeps to these persons: one where one is asked for, two where one is ruled out. */
  | { check: 'person'; allowed: readonly Person[] }
  /** Nobody's thoughts but those of the point-of-view character. */
  | { check: 'ownMind' }
  | { check: 'forbid'; pattern: TextPattern; where: Where }
  | {
      check: 'limit';
      pattern: TextPattern;
      where: Where;
      maximum: number;
      per: 'chapter' | 'paragraph';
    }
  /**
   * `name` may be a codex entry (then all its names count) or literal text; `entityOnly` when only an entry can be
   * meant, because the constraint speaks of revealing rather than of wording.
   */
  | { check: 'notBefore'; name: string; chapter: number; entityOnly: boolean }
  /** Does not act in later chapters than this one; null means in none. */
  | { check: 'dead'; name: string; afterChapter: number | null };

export type Rule = Demand & { basis: QuotedSpan };

export type ReadConstraint = {
  rules: Rule[];
  /** False when a part of the constraint was not understood, or demands more than exact rules can check. */
  complete: boolean;
};

/** What one statement of a constraint gave. */
export type Statement = { demands: Demand[]; complete: boolean };

export const nothingUnderstood: Statement = { demands: [], complete: false };
