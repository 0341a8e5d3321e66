import type { Candidate, GroupName } from './candidate.ts';
import type { TokenCounter } from './trim-text.ts';

const bulleted: ReadonlySet<GroupName> = new Set(['preferences', 'episodes', 'working']);

/**
 * What an item is in the prompt, with its line ends. Constraints are numbered from 1 and otherwise bare (S3-23);
 * lists stand line by line, everything else in paragraphs; a blank line ends every group.
 */
export const itemText = (
  group: GroupName,
  body: string,
  position: number,
  isLast: boolean,
): string => {
  if (group === 'constraints') return `${position + 1}. ${body}\n${isLast ? '\n' : ''}`;
  if (bulleted.has(group)) return `- ${body}\n${isLast ? '\n' : ''}`;
  return `${body}\n\n`;
};

/** Whether an item's text is the same wherever it stands in its group, so that its price is its cost. */
export const isPlaceless = (group: GroupName): boolean =>
  group !== 'constraints' && !bulleted.has(group);

export const headingText = (heading: string): string => `${heading}\n`;

/**
 * Tokens of a candidate whole. Priced with the blank line that ends a group, so that being the last of its group
 * never costs more than was planned.
 */
export const wholeCost = (candidate: Candidate, position: number, tokens: TokenCounter): number =>
  tokens.count(itemText(candidate.group, candidate.body, position, true));

export type Priced = { candidate: Candidate; cost: number };

/** What each candidate that may go would take, whole. */
export const priceAll = (candidates: readonly Candidate[], tokens: TokenCounter): Priced[] => {
  const positions = new Map<GroupName, number>();
  return candidates.map((candidate) => {
    const position = positions.get(candidate.group) ?? 0;
    if (!candidate.excluded) positions.set(candidate.group, position + 1);
    return {
      candidate,
      cost: candidate.excluded ? 0 : wholeCost(candidate, position, tokens),
    };
  });
};
