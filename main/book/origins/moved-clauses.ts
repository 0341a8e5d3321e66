/** Finds the clauses of a text that stand elsewhere in what was made of it, whatever became of case and punctuation (N14). Pure. */

/** A run of letters and figures: a word, or in Chinese all between two marks. */
type Token = { start: number; end: number; word: string };

/** Tokens [from, to) of a list. */
type Words = { from: number; to: number };
/** `isTouched`: a unit of them did not stay where it was. */
type Stretch = Words & { isTouched: boolean };

/** The same words, in the text before and in the one after. */
type Match = { before: Words; after: Words };

/** A text with the stretch of it in which something changed. `isTouched`: of units [start, end), whether one of them did. */
export type Side = {
  text: string;
  from: number;
  to: number;
  isTouched(start: number, end: number): boolean;
};

/** Units of the text before and after that are the same, in moved words or beside them. */
export type MovedUnits = { before: number; after: number; length: number };

/** Longer clauses are looked for in parts. */
const maxTokens = 40;
/** Han letters and words of other scripts. Fewer may stand anywhere. */
const fewest = 3;
/** In few words, which many a sentence has, a clause is known only where it is the only one of its kind on both sides. */
const few = 5;

/** What may stand between two words of a clause. */
const withinClause = /^(?:[^\S\n]|['’‘-])*$/u;

const weightOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { word }) => sum + (word.match(/\p{Script=Han}/gu)?.length ?? 1), 0);

const stretchOf = (
  { isTouched }: Side,
  tokens: readonly Token[],
  from: number,
  to: number,
): Stretch => {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return {
    from,
    to,
    isTouched: first !== undefined && last !== undefined && isTouched(first.start, last.end),
  };
};

const tokensIn = ({ text, from, to }: Side): Token[] =>
  [...text.slice(from, to).matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    start: from + index,
    end: from + index + word.length,
    word: word.toLowerCase(),
  }));

/** Of enough words to be known by. */
const clausesOf = (side: Side, tokens: readonly Token[]): Stretch[] => {
  const clauses: Stretch[] = [];
  let from = 0;
  for (const [at, { end }] of tokens.entries()) {
    const next = tokens[at + 1];
    const goesOn = next && withinClause.test(side.text.slice(end, next.start));
    if (goesOn && at + 1 - from < maxTokens) continue;
    if (weightOf(tokens.slice(from, at + 1)) >= fewest) {
      clauses.push(stretchOf(side, tokens, from, at + 1));
    }
    from = at + 1;
  }
  return clauses;
};

/** Clauses by their words, one word after the other. */
type Branch = { next: Map<string, Branch>; ends: Stretch[] };

const emptyBranch = (): Branch => ({ next: new Map(), ends: [] });

const branchesOf = (clauses: readonly Stretch[], tokens: readonly Token[]): Branch => {
  const root = emptyBranch();
  for (const clause of clauses) {
    let branch = root;
    for (const { word } of tokens.slice(clause.from, clause.to)) {
      const next = branch.next.get(word) ?? emptyBranch();
      branch.next.set(word, next);
      branch = next;
    }
    branch.ends.push(clause);
  }
  return root;
};

/** A text with its tokens. */
type Read = { side: Side; tokens: readonly Token[] };

/** All places of one clause among the tokens of the other text, and all of it in its own. */
type Found = { clauses: readonly Stretch[]; places: Stretch[] };

/** Where whole clauses stand among other tokens, the longest first where several begin at one; each token is of one place. */
const findClauses = (
  own: Read & { clauses: readonly Stretch[] },
  { side, tokens }: Read,
): Found[] => {
  const root = branchesOf(own.clauses, own.tokens);
  const found = new Map<Branch, Found>();
  for (let at = 0; at < tokens.length; ) {
    let branch: Branch | undefined = root;
    let best: { branch: Branch; to: number } | null = null;
    for (let to = at; branch && to < tokens.length; ) {
      branch = branch.next.get(tokens[to]?.word ?? '');
      to += 1;
      if (branch && branch.ends.length > 0) best = { branch, to };
    }
    if (best) {
      const known = found.get(best.branch) ?? { clauses: best.branch.ends, places: [] };
      known.places.push(stretchOf(side, tokens, at, best.to));
      found.set(best.branch, known);
    }
    at = best?.to ?? at + 1;
  }
  return [...found.values()];
};

/** One that is gone for one that is new, in order. */
const pair = ({ clauses, places }: Found, tokens: readonly Token[]): [Stretch, Stretch][] => {
  const [first] = clauses;
  const isOnly = clauses.length === 1 && places.length === 1;
  if (!first || (!isOnly && weightOf(tokens.slice(first.from, first.to)) < few)) return [];
  const gone = clauses.filter(({ isTouched }) => isTouched);
  return places
    .filter(({ isTouched }) => isTouched)
    .slice(0, gone.length)
    .map((place, at) => [gone[at] ?? place, place]);
};

const marksOf = (stretches: readonly Words[]): ReadonlySet<number> =>
  new Set(
    stretches.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );

const isFree = ({ from, to }: Words, used: ReadonlySet<number>): boolean => {
  for (let at = from; at < to; at += 1) if (used.has(at)) return false;
  return true;
};

/** Neighbours on both sides are one, with what stands between them. */
const joinMatches = (matches: readonly Match[]): Match[] => {
  const joined: Match[] = [];
  for (const match of matches.toSorted((one, other) => one.after.from - other.after.from)) {
    const last = joined.at(-1);
    if (last?.before.to === match.before.from && last.after.to === match.after.from) {
      last.before = { from: last.before.from, to: match.before.to };
      last.after = { from: last.after.from, to: match.after.to };
    } else joined.push({ ...match });
  }
  return joined;
};

const findMatches = (before: Read, after: Read): Match[] => {
  const clauses = clausesOf(before.side, before.tokens);
  const moved = findClauses({ ...before, clauses }, after)
    .flatMap((found) => pair(found, before.tokens))
    .map(([clause, place]): Match => ({ before: clause, after: place }));
  // One of now may have been a part of a longer one.
  const [usedThen, usedNow] = [
    marksOf(moved.map((match) => match.before)),
    marksOf(moved.map((match) => match.after)),
  ];
  const rest = clausesOf(after.side, after.tokens).filter((clause) => isFree(clause, usedNow));
  const parted = findClauses({ ...after, clauses: rest }, before)
    .flatMap((found) => pair(found, after.tokens))
    .map(([clause, place]): Match => ({ before: place, after: clause }))
    .filter((match) => isFree(match.before, usedThen));
  return joinMatches([...moved, ...parted]);
};

const commonStart = (one: string, other: string): number => {
  const max = Math.min(one.length, other.length);
  let length = 0;
  while (length < max && one[length] === other[length]) length += 1;
  return length;
};

const reversed = (text: string): string => [...text].reverse().join('');
const leading = (text: string): string => /^\S*/u.exec(text)?.[0] ?? '';

/** What stands before a token, behind the one before it. */
const gapAt = ({ side, tokens }: Read, at: number): { start: number; words: string } => {
  const start = tokens[at - 1]?.end ?? side.from;
  return { start, words: side.text.slice(start, tokens[at]?.start ?? side.to) };
};

/** Of two words that are the same but for the case of letters. */
const sameLetters = (
  one: Token,
  other: Token,
  [old, now]: readonly [string, string],
): MovedUnits[] => {
  const length = one.end - one.start;
  if (other.end - other.start !== length) return [];
  const units = Array.from({ length }, (_, at) => ({
    ...{ before: one.start + at, after: other.start + at, length: 1 },
  }));
  return units.filter(({ before, after }) => old[before] === now[after]);
};

/** What moved words and the marks beside them have in common; a letter in another case is another letter. */
const unitsOf = (match: Match, before: Read, after: Read): MovedUnits[] => {
  const texts = [before.side.text, after.side.text] as const;
  const [then, now] = [gapAt(before, match.before.from), gapAt(after, match.after.from)];
  const opening = commonStart(leading(reversed(then.words)), leading(reversed(now.words)));
  const units: MovedUnits[] = [
    {
      before: then.start + then.words.length - opening,
      after: now.start + now.words.length - opening,
      length: opening,
    },
  ];
  const size = match.before.to - match.before.from;
  for (let step = 0; step < size; step += 1) {
    const [one, other] = [match.before.from + step, match.after.from + step];
    const [word, here] = [before.tokens[one], after.tokens[other]];
    if (word && here) units.push(...sameLetters(word, here, texts));
    const [behind, behindHere] = [gapAt(before, one + 1), gapAt(after, other + 1)];
    const same = behind.words.slice(0, commonStart(behind.words, behindHere.words));
    const { length } = step + 1 < size ? same : leading(same);
    units.push({ before: behind.start, after: behindHere.start, length });
  }
  return units;
};

/** Takes time by the length of both stretches. */
export const findMoved = (before: Side, after: Side): MovedUnits[] => {
  const then: Read = { side: before, tokens: tokensIn(before) };
  const now: Read = { side: after, tokens: tokensIn(after) };
  return findMatches(then, now).flatMap((match) => unitsOf(match, then, now));
};
