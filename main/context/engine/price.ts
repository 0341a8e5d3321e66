import { type Candidate, eachGroup, type GroupName, tokensOf } from './candidate.ts';
import { type CountedText, countedStretch, countPart } from './counted-text.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import type { TokenCounter } from './trim-text.ts';

/** What closes an item that stands in a paragraph of its own. */
export const itemEnd = '\n\n';

const bulleted: ReadonlySet<GroupName> = new Set([
  'narration',
  'preferences',
  'threads',
  'episodes',
  'working',
]);

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
  return `${body}${itemEnd}`;
};

/** Whether an item's text is the same wherever it stands in its group, so that its price is its cost. */
export const isPlaceless = (group: GroupName): boolean =>
  group !== 'constraints' && !bulleted.has(group);

export const headingText = (heading: string): string => `${heading}\n`;

/** What each group's heading takes. */
export type CountHeadings = (
  templates: PromptTemplates,
  tokens: TokenCounter,
) => Record<GroupName, number>;

/** Remembers the last answer: the next request mostly has the same language and the same model. */
export const createHeadingCounter = (): CountHeadings => {
  let last: {
    templates: PromptTemplates;
    tokens: TokenCounter;
    costs: Record<GroupName, number>;
  } | null = null;
  return (templates, tokens) => {
    if (last?.templates !== templates || last.tokens !== tokens) {
      const costs = eachGroup((group) => tokens.count(headingText(templates.headings[group])));
      last = { templates, tokens, costs };
    }
    return last.costs;
  };
};

/**
 * Tokens of a candidate whole. Priced with the blank line that ends a group, so that being the last of its group
 * never costs more than was planned.
 */
export const wholeCost = (candidate: Candidate, position: number, tokens: TokenCounter): number => {
  const made = candidate.costed ?? candidate.item;
  return made
    ? tokensOf(made, tokens)
    : tokens.count(itemText(candidate.group, candidate.body, position, true));
};

export type Costed = {
  candidate: Candidate;
  cost: number;
  /** The paragraphs of a stretch of the manuscript, counted; null for everything else. */
  counted: CountedText | null;
};

const priceOf = (candidate: Candidate, position: number, tokens: TokenCounter): Costed => {
  const { within, start, end } = candidate;
  if (candidate.excluded) return { candidate, cost: 0, counted: null };
  if (within === undefined || start === undefined || end === undefined) {
    return { candidate, cost: wholeCost(candidate, position, tokens), counted: null };
  }
  const counted = countedStretch(within, start, end, tokens);
  return {
    candidate,
    cost: countPart(counted, 0, counted.text.length, itemEnd, tokens),
    counted,
  };
};

/** What each candidate that may go would take, whole. */
export const priceAll = (candidates: readonly Candidate[], tokens: TokenCounter): Costed[] => {
  const positions = new Map<GroupName, number>();
  return candidates.map((candidate) => {
    const position = positions.get(candidate.group) ?? 0;
    if (!candidate.excluded) positions.set(candidate.group, position + 1);
    return priceOf(candidate, position, tokens);
  });
};
