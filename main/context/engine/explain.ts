import { type AssemblyItem, isHidden, type Reason, type Segment } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';
import { shortenedTo } from '#shared/shortened.ts';
import type { LayerState } from './assembly.ts';
import { layerOfGroup } from './candidate.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { lineOf } from './plan.ts';
import type { Limits } from './limits.ts';
import { wholeCost } from './price.ts';
import type { Selected } from './choice.ts';
import type { TokenCounter } from './trim-text.ts';

const cutReasons: ReadonlySet<Reason> = new Set([
  'overBudget',
  'layerLimit',
  'cutToBudget',
  'fartherBack',
]);

const titleLength = 120;

/** Shortens at a code point; titles are labels, the text itself is in `text`. */
const shortTitle = (title: string): string => {
  if (title.length <= titleLength && !title.includes('\n')) return title;
  const line = title.slice(0, titleLength * 4).replace(/\s+/gu, ' ');
  return shortenedTo(line, titleLength);
};

/** How an item is called where it is listed; a fenced one by no title that would tell it. */
export const titleOf = (title: string, reason: Reason, fencedTitle: string): string =>
  isHidden(reason) ? fencedTitle : shortTitle(title);

/** What a candidate became, explained (F6). A fenced one shows neither its text nor a title that would tell it. */
export const describeItem = (
  choice: Selected,
  segment: Segment | undefined,
  templates: PromptTemplates,
  tokens: TokenCounter,
): AssemblyItem => {
  const { candidate, decision, reason } = choice;
  const sent = decision === 'dropped' ? undefined : segment;
  const secret = isHidden(reason);
  return {
    id: candidate.id,
    layer: layerOfGroup[candidate.group],
    source: candidate.source,
    title: titleOf(candidate.title, reason, templates.fencedTitle),
    text: sent?.text ?? (secret ? '' : candidate.body),
    tokenCount: sent?.tokenCount ?? 0,
    // What may not go was not priced while deciding, but shows its cost like everything considered (F6).
    fullTokenCount: candidate.excluded ? wholeCost(candidate, 0, tokens) : choice.fullCost,
    decision,
    reason,
    ...(candidate.score === undefined ? {} : { score: candidate.score }),
    ...(candidate.matched && !secret ? { matched: [...candidate.matched] } : {}),
    ...(candidate.similarity !== undefined && !secret ? { similarity: candidate.similarity } : {}),
    ...(candidate.question !== undefined && !secret ? { question: candidate.question } : {}),
    ...(candidate.isStale && !secret ? { isStale: true } : {}),
    ...(choice.chapter === undefined ? {} : { chapter: choice.chapter }),
    ...(candidate.documentId === undefined ? {} : { documentId: candidate.documentId }),
    ...(choice.start === undefined ? {} : { start: choice.start }),
    ...(choice.end === undefined ? {} : { end: choice.end }),
    ...(choice.admitTokens === undefined ? {} : { admitTokens: choice.admitTokens }),
  };
};

/** What whole chapters take; it is not shared out by lines. */
const chapterTokens = (selected: readonly Selected[]): number =>
  selected.reduce(
    (sum, { candidate, cost }) => sum + (candidate.group === 'chapters' ? cost : 0),
    0,
  );

/** S3-28. A layer is truncated when room, not the writer or the book, kept something out of it. */
export const summariseLayers = (
  selected: readonly Selected[],
  segments: readonly Segment[],
  limits: Limits,
): Record<LayerName, LayerState> => {
  const tokens: Record<LayerName, number> = { rules: 0, settings: 0, retrieved: 0, immediate: 0 };
  for (const segment of segments) tokens[segment.layer] += segment.tokenCount;
  const truncated = new Set<LayerName>();
  for (const { candidate, reason } of selected) {
    if (cutReasons.has(reason)) truncated.add(layerOfGroup[candidate.group]);
  }
  const whole = chapterTokens(selected);
  const shared = limits.total - whole;
  const state = (layer: LayerName): LayerState => ({
    tokens: tokens[layer],
    budget:
      lineOf(limits.shares[layer], limits.minimums[layer], shared) +
      (layer === 'retrieved' ? whole : 0),
    truncated: truncated.has(layer),
  });
  return {
    rules: state('rules'),
    settings: state('settings'),
    retrieved: state('retrieved'),
    immediate: state('immediate'),
  };
};
