import type { Segment } from '#shared/domain/assembly.ts';
import { type GroupName, groupNames, layerOfGroup } from './candidate.ts';
import type { Frames } from './frames.ts';
import { headingText, isPlaceless, itemText } from './price.ts';
import type { Chosen } from './select.ts';
import type { TokenCounter } from './trim-text.ts';

export type Rendered = {
  segments: Segment[];
  /** The segments' texts, joined: nothing is added, nothing left out (F5). */
  prompt: string;
  /** UTF-16 length of Rules + Settings at the start of the prompt. */
  stablePrefixLength: number;
  tokenCount: number;
};

/** Passages are read in the order of the book, so that neighbours stand together. */
const inPromptOrder = (group: GroupName, chosen: readonly Chosen[]): Chosen[] => {
  const included = chosen.filter(
    (choice) => choice.candidate.group === group && choice.decision !== 'dropped',
  );
  if (group !== 'passages') return included;
  return included.toSorted(
    (left, right) =>
      (left.candidate.chapterOrder ?? 0) - (right.candidate.chapterOrder ?? 0) ||
      (left.start ?? 0) - (right.start ?? 0),
  );
};

/**
 * Tokens of the whole prompt. A segment ends with a line end; where the next one begins with neither white space
 * nor a slash, no tokenizer in use joins across the border, and the parts add up to the whole.
 */
const countSegments = (
  segments: readonly Segment[],
  prompt: string,
  tokens: TokenCounter,
): number =>
  segments.some(({ text }) => /^[\s/]/u.test(text))
    ? tokens.count(prompt)
    : segments.reduce((sum, segment) => sum + segment.tokenCount, 0);

/** Rules → Settings → Retrieved → Immediate, always (S3-01). */
export const render = (
  chosen: readonly Chosen[],
  frames: Frames,
  tokens: TokenCounter,
): Rendered => {
  const segments: Segment[] = [];
  let stablePrefixLength = 0;
  let length = 0;
  for (const group of groupNames) {
    const included = inPromptOrder(group, chosen);
    if (included.length === 0) continue;
    const layer = layerOfGroup[group];
    const add = (
      kind: 'frame' | 'item',
      itemId: string | null,
      text: string,
      tokenCount: number,
    ): void => {
      segments.push({ kind, layer, itemId, text, tokenCount });
      length += text.length;
    };
    const heading = headingText(frames.headings[group]);
    add('frame', null, heading, tokens.count(heading));
    included.forEach((choice, position) => {
      const isLast = position === included.length - 1;
      const text = itemText(group, choice.body, position, isLast);
      const isWhole = choice.body === choice.candidate.body;
      const cost = isWhole && isPlaceless(group) ? choice.fullCost : tokens.count(text);
      add('item', choice.candidate.id, text, cost);
    });
    if (layer === 'rules' || layer === 'settings') stablePrefixLength = length;
  }
  const prompt = segments.map((segment) => segment.text).join('');
  return {
    segments,
    prompt,
    stablePrefixLength,
    tokenCount: countSegments(segments, prompt, tokens),
  };
};
