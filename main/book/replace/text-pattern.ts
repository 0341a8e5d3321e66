/** What is looked for in the whole book, compiled once: where it stands in a text. Pure. */
import { AppError } from '#shared/errors.ts';
import { acrossMarks } from './across-marks.ts';
import type { FoundSpan, Span } from './span.ts';
import { cutsWord } from './whole-word.ts';

export type SearchRules = {
  query: string;
  wholeWord: boolean;
  matchCase: boolean;
  regex: boolean;
  /** Characters a reader takes for the same as one of the query's; null where every form is itself. */
  spellingsOf: ((character: string) => readonly string[]) | null;
};

/**
 * Its places in a text, in order and disjoint. Null stands between two slices of a long text: whoever goes through may
 * let others have their turn then.
 */
export type TextPattern = (text: string) => Generator<FoundSpan | null>;

/** Units looked through without a break. */
const sliceLength = 65_536;

const codeOf = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const isCased = (character: string): boolean => character.toLowerCase() !== character.toUpperCase();

/** Marks and joiners that belong to the character before: no place ends in the middle of what a reader sees as one. */
const notTorn = '(?![\\u0300-\\u036f\\u200d\\ufe00-\\ufe0f\\u{1f3fb}-\\u{1f3ff}])';

/** The page hides marks of emphasis: who looks for words does not know of them, who looks for marks means them. */
const goesOverMarks = ({ query, regex }: SearchRules): boolean => !regex && !/[*_]/u.test(query);

const compileLiteral = (rules: SearchRules): RegExp => {
  const { query, matchCase, spellingsOf } = rules;
  const classOf = (character: string): string => {
    if (spellingsOf === null) return codeOf(character);
    const plain = character.normalize('NFKC');
    const forms = spellingsOf(character).filter(
      (form) => !matchCase || !isCased(character) || form.normalize('NFKC') === plain,
    );
    return `[${[character, ...forms].map(codeOf).join('')}]`;
  };
  const source = Array.from(query, classOf).join(goesOverMarks(rules) ? '(?:[*_]{1,6})?' : '');
  return new RegExp(`${source}${notTorn}`, matchCase ? 'gu' : 'giu');
};

/** Slices overlap by what one place can be long, so that none is lost on a border. */
function* findLiteral(text: string, expression: RegExp, longest: number): Generator<Span | null> {
  let free = 0;
  for (let from = 0; from < text.length; from += sliceLength) {
    if (from > 0) yield null;
    const base = Math.max(free, from - longest);
    const slice = text.slice(base, from + sliceLength + longest);
    expression.lastIndex = 0;
    for (let hit = expression.exec(slice); hit; hit = expression.exec(slice)) {
      const start = base + hit.index;
      if (start >= from + sliceLength) break;
      free = start + hit[0].length;
      yield { start, end: free };
    }
  }
}

type Matcher = {
  find(): boolean;
  start(): number;
  end(): number;
  groupCount(): number;
  group(number: number): string | null;
};

const capturesOf = (matcher: Matcher): (string | null)[] =>
  Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1));

/** Paragraph by paragraph; a match of nothing is none. */
function* findExpression(
  text: string,
  matcherOf: (paragraph: string) => Matcher,
): Generator<FoundSpan | null> {
  let seen = 0;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const matcher = matcherOf(text.slice(start, end));
    while (matcher.find()) {
      if (matcher.end() > matcher.start()) {
        const place = { start: start + matcher.start(), end: start + matcher.end() };
        yield { ...place, captures: capturesOf(matcher) };
      }
    }
    seen += end - start + 1;
    if (seen > sliceLength / 16) {
      seen = 0;
      yield null;
    }
    start = end + 1;
  }
}

/** RE2: the time is linear in the text whatever the pattern. */
const compileExpression = async ({ query, matchCase }: SearchRules): Promise<TextPattern> => {
  // Rarely asked for, and too big to load with the program.
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(query, matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
    return (text) => findExpression(text, (paragraph) => compiled.matcher(paragraph));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new AppError('SEARCH_PATTERN_INVALID', 'The pattern is no regular expression.', {
      reason,
    });
  }
};

/** SEARCH_PATTERN_INVALID for a regular expression that cannot be read (W2). */
export const compilePattern = async (rules: SearchRules): Promise<TextPattern> => {
  const expression = rules.regex ? null : compileLiteral(rules);
  const find: TextPattern = expression
    ? (text) => findLiteral(text, expression, rules.query.length * 8 + 2)
    : await compileExpression(rules);
  return function* findPlaces(text) {
    for (const span of find(text)) {
      if (span === null) yield null;
      else if (!rules.wholeWord || !cutsWord(text, span)) {
        const place = goesOverMarks(rules) ? acrossMarks(text, span) : span;
        if (place !== null) yield place;
      }
    }
  };
};
