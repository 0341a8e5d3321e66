/** Searches that take time linear in the text. */
import { Refusal } from '../catch-tool-failure.ts';

/** A compiled search that takes time linear in the text, whatever the pattern. */
export type Expression = {
  test(text: string): boolean;
  /** Where the first match begins and ends, in UTF-16 code units; null when there is none. */
  find(text: string): { start: number; end: number } | null;
};

const foundAt = (start: number, length: number) =>
  start < 0 ? null : { start, end: start + length };

/** The text as it stands, no pattern. */
export const literalExpression = (wanted: string, caseSensitive: boolean): Expression => {
  // Lower case may be longer than the text it is of; then positions would not fit, and letters are compared as they are.
  const folded = (text: string): string => {
    const lower = text.toLowerCase();
    return lower.length === text.length ? lower : text;
  };
  const fold = caseSensitive ? (text: string) => text : folded;
  const needle = fold(wanted);
  return {
    test: (text) => fold(text).includes(needle),
    find: (text) => foundAt(fold(text).indexOf(needle), needle.length),
  };
};

/** RE2 syntax. PATTERN_INVALID says what is wrong. */
export const compileExpression = async (
  pattern: string,
  caseSensitive: boolean,
): Promise<Expression> => {
  // Rarely needed, and too big to load with the program.
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return {
      test: (text) => compiled.matcher(text).find(),
      find(text) {
        const matcher = compiled.matcher(text);
        return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new Refusal(
      'PATTERN_INVALID',
      `The pattern is no RE2 regular expression (${reason}). Look-around and back-references do not exist; set literal to search for the text as it stands.`,
    );
  }
};
