import { literalPattern } from '#renderer/app/literal-pattern.ts';

/** A stretch of text, and whether it is one of those looked for. */
export type Stretch = { text: string; hit: boolean; at: number };

/** `text` in stretches, those that equal `words` in any letter case marked. */
export const highlight = (text: string, words: string): Stretch[] => {
  if (words === '') return [{ text, hit: false, at: 0 }];
  const stretches: Stretch[] = [];
  let from = 0;
  for (const found of text.matchAll(new RegExp(literalPattern(words), 'giu'))) {
    if (found.index > from) {
      stretches.push({ text: text.slice(from, found.index), hit: false, at: from });
    }
    stretches.push({ text: found[0], hit: true, at: found.index });
    from = found.index + found[0].length;
  }
  if (from < text.length) stretches.push({ text: text.slice(from), hit: false, at: from });
  return stretches;
};
