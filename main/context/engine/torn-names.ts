/** Reasons that are torn out of a name of the codex, of which no dictionary knows where it ends. */
import type { AssemblyInput } from './assembly-input.ts';

/** Whether a word stands in the text somewhere without cutting into a name. */
const standsWhole = (
  word: string,
  { focus, mentions }: Pick<AssemblyInput, 'focus' | 'mentions'>,
) => {
  let isThere = false;
  for (let at = focus.indexOf(word); at >= 0; at = focus.indexOf(word, at + 1)) {
    isThere = true;
    const end = at + word.length;
    const cuts = mentions.some(
      (name) => at < name.end && name.start < end && (name.start < at || end < name.end),
    );
    if (!cuts) return true;
  }
  // Words of the instruction stand elsewhere.
  return !isThere;
};

/** The words of a reason without those that are parts of a name: of “云力” in “赵云力战” nothing, of “赵云” all. */
export const withoutTornNames = (
  words: readonly string[],
  input: Pick<AssemblyInput, 'focus' | 'mentions'>,
): string[] => words.filter((word) => standsWhole(word, input));
