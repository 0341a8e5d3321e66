import type { Candidate, GroupName } from './candidate.ts';
import type { TokenCounter } from './trim-text.ts';

const bulleted: ReadonlySet<GroupName> = new Set(['preferences', 'episodes', 'working']);

/**
 * The line an item makes in the prompt, with its line end. Constraints are numbered from 1 and otherwise bare
 * (S3-23). The last item of a group also ends the group with a blank line.
 */
export const itemText = (
  group: GroupName,
  body: string,
  position: number,
  isLast: boolean,
): string => {
  const line =
    group === 'constraints' ? `${position + 1}. ${body}` : bulleted.has(group) ? `- ${body}` : body;
  return `${line}\n${isLast ? '\n' : ''}`;
};

export const headingText = (heading: string): string => `${heading}\n`;

export type Priced = { candidate: Candidate; cost: number };

/** What each candidate would take, whole: also those that may not go, since every one shows its cost (F6). */
export const priceAll = (candidates: readonly Candidate[], tokens: TokenCounter): Priced[] => {
  const positions = new Map<GroupName, number>();
  return candidates.map((candidate) => {
    const position = positions.get(candidate.group) ?? 0;
    if (!candidate.excluded) positions.set(candidate.group, position + 1);
    // Priced with the blank line so that being the last of its group never costs more than was planned.
    return {
      candidate,
      cost: tokens.count(itemText(candidate.group, candidate.body, position, true)),
    };
  });
};
