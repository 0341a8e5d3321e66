/** Reads statements by a language's table of rows. */
import { type NarratorWords, readNarrator } from './narrator.ts';
import { readCount, readNumber } from './numbers.ts';
import { readObjects } from './objects.ts';
import { type Demand, nothingUnderstood, type Statement, type Where } from './rule.ts';

/** Named groups of a row's expression that matched. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** A way of saying something, with named groups for what is said. */
export type Row = {
  /**
   * What the groups mean: `objects` for forbid and limit, with `count` and `unit` for limit; `name` and `chapter`
   * for notBefore, with `reveals` where an entry must be meant; `name` for dead, `chapter` if it is told. A group
   * whose name begins with `loose` says more than was understood.
   */
  demand: 'forbid' | 'doubledExclamation' | 'limit' | 'notBefore' | 'dead';
  pattern: RegExp;
  /** Constraints and what is read out of them, in short: the row's tests. */
  examples: Readonly<Record<string, readonly string[]>>;
};

export type LanguageGrammar = {
  /** Speaks of degrees: nothing exact is asked. */
  isBeyond(statement: string): boolean;
  /** Holds only where no rule sees it; what is asked of the narrator is read all the same. */
  isConditional(statement: string): boolean;
  /** Of chapters and deaths; the first row that understands a statement decides. */
  facts: readonly Row[];
  /** Of words and marks, without their scope. */
  wording: readonly Row[];
  /** Where a clause about wording holds, and what it says. */
  takeScope(clause: string): { where: Where; rest: string };
  whereOf(groups: Groups, scope: Where): Where;
  /** Names written in a list; null unless all of them can be looked for. */
  namesOf(written: string): string[] | null;
  /** One name, as it stands in a sentence about a death; null for what names nobody. */
  nameOfDead(written: string): string | null;
  /** Whether a thing that is not to be revealed is a text rather than an entry. */
  isLiteral(written: string): boolean;
  /** Parts that are read one by one where the whole is not understood. */
  clausesOf(statement: string): string[];
  narrator: NarratorWords;
  /** Constraints that no row may understand: tests of the table. */
  leftToModel: readonly string[];
};

type Matched = { groups: Groups; statement: string; where: Where; grammar: LanguageGrammar };

const readNotBefore = ({ groups, grammar }: Matched): Statement | null => {
  const { name: written = '', chapter: number = '', reveals } = groups;
  const names = grammar.namesOf(written);
  const chapter = readNumber(number);
  if (!names || chapter === null) return null;
  const entityOnly = reveals !== undefined && !grammar.isLiteral(written);
  return {
    demands: names.map((name) => ({ check: 'notBefore', name, chapter, entityOnly })),
    complete: !entityOnly,
  };
};

const readDead = ({ groups, statement, grammar }: Matched): Statement | null => {
  const { name: written = '', chapter: number } = groups;
  const name = grammar.nameOfDead(written);
  const afterChapter = number === undefined ? null : readNumber(number);
  if (name === null || (number !== undefined && afterChapter === null)) return null;
  return {
    demands: [{ check: 'dead', name, afterChapter }],
    complete: !grammar.narrator.separators.test(statement),
  };
};

const readLimit = ({ groups, where }: Matched): Statement | null => {
  const maximum = readCount(groups.count ?? '');
  const patterns = readObjects(groups.objects ?? '');
  if (maximum === null || !patterns) return null;
  const per = /^(?:章|chapter)$/i.test(groups.unit ?? '') ? 'chapter' : 'paragraph';
  return {
    demands: patterns.map((pattern) => ({ check: 'limit', pattern, where, maximum, per })),
    complete: true,
  };
};

const readForbid = ({ groups, where }: Matched): Statement | null => {
  const patterns = readObjects(groups.objects ?? '');
  if (!patterns) return null;
  return {
    demands: patterns.map((pattern) => ({ check: 'forbid', pattern, where })),
    complete: !Object.entries(groups).some(
      ([name, said]) => name.startsWith('loose') && said !== undefined,
    ),
  };
};

const doubledExclamation = ({ where }: Matched): Statement => {
  const pattern = { kind: 'mark', mark: 'doubledExclamation', label: '感叹号连用' } as const;
  return { demands: [{ check: 'forbid', pattern, where }], complete: true };
};

const readers: Readonly<Record<Row['demand'], (matched: Matched) => Statement | null>> = {
  notBefore: readNotBefore,
  dead: readDead,
  limit: readLimit,
  forbid: readForbid,
  doubledExclamation,
};

const readRows = (
  statement: string,
  rows: readonly Row[],
  grammar: LanguageGrammar,
  scope: Where = 'anywhere',
): Statement | null => {
  for (const { demand, pattern } of rows) {
    const groups = pattern.exec(statement)?.groups;
    if (!groups && !pattern.test(statement)) continue;
    const where = grammar.whereOf(groups ?? {}, scope);
    const read = readers[demand]({ groups: groups ?? {}, statement, where, grammar });
    if (read) return read;
  }
  return null;
};

const readWording = (clause: string, grammar: LanguageGrammar): Statement | null => {
  const { where, rest } = grammar.takeScope(clause.trim());
  return readRows(rest, grammar.wording, grammar, where);
};

/** What is understood of a statement's clauses, up to the first that is not: it may say of whom or when the following holds. */
const readClauses = (statement: string, grammar: LanguageGrammar): Statement => {
  const chapters = grammar.facts.filter(({ demand }) => demand === 'notBefore');
  const demands: Demand[] = [];
  let complete = true;
  for (const clause of grammar.clausesOf(statement)) {
    const read = readRows(clause, chapters, grammar) ?? readWording(clause, grammar);
    if (!read) return { demands, complete: false };
    demands.push(...read.demands);
    complete &&= read.complete;
  }
  return { demands, complete: complete && demands.length > 0 };
};

/** One statement of a constraint, without its full stop. The grammar is in docs/judge-grammar.md. */
export const readStatement = (statement: string, grammar: LanguageGrammar): Statement => {
  if (grammar.isBeyond(statement)) return nothingUnderstood;
  const narrator = readNarrator(statement, grammar.narrator);
  if (narrator.demands.length > 0) return narrator;
  if (grammar.isConditional(statement)) return nothingUnderstood;
  return (
    readRows(statement, grammar.facts, grammar) ??
    readWording(statement, grammar) ??
    readClauses(statement, grammar)
  );
};
