/** Reads a pattern in the dialect that ripgrep and RE2 share. */
import type { Properties } from './code-points.ts';
import { readClass, readEscape } from './parse-class.ts';
import { countNested, type Pattern, weighPattern } from './pattern.ts';
import { createReader, patternInvalid } from './reader.ts';

const maxRepeats = 1000;
const deepestNesting = 100;
const heaviest = 20_000;

/**
 * Reads a regular expression in the dialect ripgrep and RE2 share: linear time by nature, so nothing in it can be
 * catastrophic (S0-12). Throws CONTEXT_FILE_PATTERN_INVALID for anything else, saying where.
 */
export const parsePattern = (text: string, properties: Properties): Pattern => {
  if (/\p{Surrogate}/u.test(text)) throw patternInvalid('it has half a character in it', 0);
  const reader = createReader(text);
  let ignoreCase: boolean | null = null;

  const flagged = (part: Pattern): Pattern =>
    ignoreCase === null ? part : { type: 'group', part, ignoreCase };

  const readFlags = (): { ends: string } => {
    const at = reader.at;
    let on = true;
    for (;;) {
      const letter = reader.next();
      if (letter === ')' || letter === ':') return { ends: letter };
      if (letter === '-' && on) on = false;
      else if (letter === 'i') ignoreCase = on;
      // Lines are searched one by one, in Unicode: these three change nothing.
      else if (!'smu'.includes(letter) || letter === '' || (letter === 'u' && !on)) {
        throw patternInvalid('look-around and this kind of group are not supported', at);
      }
    }
  };

  const readGroup = (depth: number): Pattern => {
    const at = reader.at - 1;
    const outside = ignoreCase;
    if (reader.take('?')) {
      const named =
        reader.take('P<') ||
        (reader.peek() === '<' && !/[=!]/.test(reader.peek(1)) && reader.take('<'));
      if (named) {
        if (!/^[A-Za-z_]\w*$/.test(reader.until('>') ?? ''))
          throw patternInvalid('a group has no name', at);
      } else if (readFlags().ends === ')') {
        // Holds until the group around it ends.
        return { type: 'empty' };
      }
    }
    const part = readChoice(depth + 1);
    if (!reader.take(')')) throw patternInvalid('a group is not closed', at);
    ignoreCase = outside;
    return { type: 'group', part, ignoreCase: null };
  };

  const readAtom = (depth: number): Pattern => {
    const at = reader.at;
    const point = reader.next();
    switch (point) {
      case '(':
        return readGroup(depth);
      case '[':
        return flagged({ type: 'class', ...readClass(reader, properties) });
      case '.':
        return { type: 'any' };
      case '^':
        return { type: 'start' };
      case '$':
        return { type: 'end' };
      case '*':
      case '+':
      case '?':
        throw patternInvalid('there is nothing to repeat', at);
      case '\\': {
        if (reader.take('b')) {
          if (reader.peek() === '{') throw patternInvalid('\\b{…} is not supported', at);
          return { type: 'boundary' };
        }
        if (reader.take('A')) return { type: 'start' };
        if (reader.take('z') || reader.take('Z')) return { type: 'end' };
        const named = readEscape(reader, properties);
        if ('points' in named)
          return flagged({ type: 'class', points: named.points, negated: false });
        if (named.codePoint === 10)
          throw patternInvalid('lines are searched one by one; none has a line break in it', at);
        return flagged({ type: 'literal', codePoint: named.codePoint });
      }
      case '\n':
        throw patternInvalid('lines are searched one by one; none has a line break in it', at);
      default:
        return flagged({ type: 'literal', codePoint: point.codePointAt(0) ?? 0 });
    }
  };

  /** `{3}`, `{3,}` or `{3,5}`; any other brace stands for itself. */
  const readCounts = (): { min: number; max: number | null } | null => {
    let ahead = 1;
    let inside = '';
    for (; /[\d,]/.test(reader.peek(ahead)); ahead += 1) inside += reader.peek(ahead);
    const counts = /^(\d{1,6})(,?)(\d{0,6})$/.exec(inside);
    if (reader.peek() !== '{' || reader.peek(ahead) !== '}' || counts === null) return null;
    const at = reader.at;
    for (let skip = 0; skip <= ahead; skip += 1) reader.next();
    const min = Number(counts[1]);
    const max = counts[3] ? Number(counts[3]) : counts[2] ? null : min;
    if (min > maxRepeats || (max !== null && (max > maxRepeats || max < min))) {
      throw patternInvalid(`it repeats more than ${maxRepeats} times, or less than nothing`, at);
    }
    return { min, max };
  };

  const readRepeat = (depth: number): Pattern => {
    let part = readAtom(depth);
    for (;;) {
      const counts = reader.take('*')
        ? { min: 0, max: null }
        : reader.take('+')
          ? { min: 1, max: null }
          : reader.take('?')
            ? { min: 0, max: 1 }
            : readCounts();
      if (counts === null) return part;
      // Lazy or not decides where a match ends, which no answer shows.
      reader.take('?');
      part = { type: 'repeat', part, ...counts };
    }
  };

  const readSequence = (depth: number): Pattern => {
    const parts: Pattern[] = [];
    while (!reader.done && reader.peek() !== '|' && reader.peek() !== ')')
      parts.push(readRepeat(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'sequence', parts };
  };

  function readChoice(depth: number): Pattern {
    if (depth > deepestNesting) throw patternInvalid('its groups are nested too deep', reader.at);
    const parts = [readSequence(depth)];
    while (reader.take('|')) parts.push(readSequence(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { type: 'choice', parts };
  }

  const pattern = readChoice(0);
  if (!reader.done) throw patternInvalid('a bracket closes what was never opened', reader.at);
  if (countNested(pattern) > maxRepeats || weighPattern(pattern) > heaviest) {
    throw patternInvalid('it repeats too much', 0);
  }
  return pattern;
};
