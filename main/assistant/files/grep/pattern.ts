/** Writes a pattern in the words of either engine. */
import type { CodePoints } from './code-points.ts';

/** A pattern as both engines are told it. */
export type Pattern =
  | { type: 'empty' }
  | { type: 'literal'; codePoint: number }
  | { type: 'any' }
  /** `negated` is left to the engine, which folds case before it negates. */
  | { type: 'class'; points: CodePoints; negated: boolean }
  | { type: 'start' }
  | { type: 'end' }
  | { type: 'boundary' }
  | { type: 'sequence'; parts: Pattern[] }
  | { type: 'choice'; parts: Pattern[] }
  | { type: 'repeat'; part: Pattern; min: number; max: number | null }
  /** `(?i)` and `(?-i)`, null where the surroundings decide. */
  | { type: 'group'; part: Pattern; ignoreCase: boolean | null };

/** Which engine a pattern is written for. */
export type Engine = 'ripgrep' | 're2';

const hex = (point: number): string => `\\x{${point.toString(16)}}`;

const isPlain = (point: number): boolean =>
  (point >= 48 && point <= 57) || (point >= 65 && point <= 90) || (point >= 97 && point <= 122);

const withoutLineFeed = (points: CodePoints): CodePoints =>
  points.flatMap(([from, to]) =>
    from <= 10 && to >= 10
      ? [[from, 9] as const, [11, to] as const].filter(([start, end]) => start <= end)
      : [[from, to] as const],
  );

const writeClass = (all: CodePoints, negated: boolean, engine: Engine): string => {
  // No line has one in it, and ripgrep refuses to be asked for it.
  const points = negated ? all : withoutLineFeed(all);
  const ranges = points.map(([from, to]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`));
  // Bytes that are not UTF-8 match nothing in ripgrep; for RE2 they are written as lone surrogates.
  const unmatchable = negated && engine === 're2' ? '\\x{d800}-\\x{dfff}' : '';
  if (ranges.length === 0 && !negated) return `[^${hex(0)}-${hex(0x10ffff)}]`;
  if (ranges.length === 0) return writeAny(engine);
  return `[${negated ? '^' : ''}${ranges.join('')}${unmatchable}]`;
};

const writeAny = (engine: Engine): string =>
  engine === 're2' ? '[^\\n\\x{d800}-\\x{dfff}]' : '[^\\n]';

/**
 * The pattern in an engine's own words. Everything the engines understand differently is spelt out: classes are code
 * points, word boundaries ASCII, `$` also stands before a carriage return at the line's end.
 */
export const writePattern = (pattern: Pattern, engine: Engine): string => {
  switch (pattern.type) {
    case 'empty':
      return '(?:)';
    case 'literal':
      return isPlain(pattern.codePoint)
        ? String.fromCodePoint(pattern.codePoint)
        : hex(pattern.codePoint);
    case 'any':
      return writeAny(engine);
    case 'class':
      return writeClass(pattern.points, pattern.negated, engine);
    case 'start':
      return '^';
    case 'end':
      return '(?:\\r?$)';
    case 'boundary':
      return engine === 're2' ? '\\b' : '(?-u:\\b)';
    case 'sequence':
      return pattern.parts.map((part) => writePattern(part, engine)).join('');
    case 'choice':
      return `(?:${pattern.parts.map((part) => writePattern(part, engine)).join('|')})`;
    case 'repeat': {
      const { min, max } = pattern;
      const times = max === null ? `{${min},}` : min === max ? `{${min}}` : `{${min},${max}}`;
      return `(?:${writePattern(pattern.part, engine)})${times}`;
    }
    case 'group': {
      const flag = pattern.ignoreCase === null ? '' : pattern.ignoreCase ? 'i' : '-i';
      return `(?${flag}:${writePattern(pattern.part, engine)})`;
    }
  }
};

const max = (pattern: { min: number; max: number | null }): number =>
  Math.max(1, pattern.max ?? pattern.min);

/** How many places an engine's machine would have, about: bounds its memory, whatever is repeated in what. */
export const weighPattern = (pattern: Pattern): number => {
  switch (pattern.type) {
    case 'sequence':
    case 'choice':
      return pattern.parts.reduce((sum, part) => sum + weighPattern(part), 1);
    case 'repeat':
      return weighPattern(pattern.part) * max(pattern) + 1;
    case 'group':
      return weighPattern(pattern.part);
    case 'class':
      return 1 + Math.ceil(pattern.points.length / 16);
    default:
      return 1;
  }
};

/** The greatest number of times any part is written out, repeats inside repeats multiplied. */
export const countNested = (pattern: Pattern): number => {
  switch (pattern.type) {
    case 'sequence':
    case 'choice':
      return Math.max(1, ...pattern.parts.map(countNested));
    case 'repeat':
      return countNested(pattern.part) * max(pattern);
    case 'group':
      return countNested(pattern.part);
    default:
      return 1;
  }
};
