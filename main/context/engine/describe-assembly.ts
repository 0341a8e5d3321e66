/** What was decided, as everybody reads it. */
import type { AssemblyItem, Segment } from '#shared/domain/assembly.ts';
import { cacheMarksOf } from './cache-marks.ts';
import type { Assembly } from './assembly.ts';
import type { Selected } from './choice.ts';
import { describeItem, summariseLayers } from './explain.ts';
import type { Fitted } from './fit-to-budget.ts';
import type { Limits } from './limits.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import type { Preparation } from './preparation.ts';
import { promptOf } from './render.ts';
import type { TokenCounter } from './trim-text.ts';

/** Items are described when somebody looks: most requests only want their prompt, and who asks for one pays for one. */
const describedLater = (
  selected: readonly Selected[],
  segments: readonly Segment[],
  templates: PromptTemplates,
  tokens: TokenCounter,
): Pick<Assembly, 'items' | 'itemOf'> => {
  let items: readonly AssemblyItem[] | null = null;
  const describeAll = (): AssemblyItem[] => {
    const segmentById = new Map(segments.map((segment) => [segment.itemId, segment]));
    return selected.map((choice) =>
      describeItem(choice, segmentById.get(choice.candidate.id), templates, tokens),
    );
  };
  return {
    get items() {
      items ??= describeAll();
      return items;
    },
    itemOf(id) {
      const choice = selected.find(({ candidate }) => candidate.id === id);
      const segment = segments.findLast(({ itemId }) => itemId === id);
      return choice && describeItem(choice, segment, templates, tokens);
    },
  };
};

const countItemTokens = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { kind, tokenCount }) => sum + (kind === 'item' ? tokenCount : 0), 0);

const countRetrieved = (segments: readonly Segment[]): number =>
  segments.filter(({ kind, layer }) => kind === 'item' && layer === 'retrieved').length;

/** Ids of the chapters that go whole. */
const wholeChapters = (selected: readonly Selected[]): ReadonlySet<string> => {
  const chapters = new Set<string>();
  for (const { candidate } of selected) {
    if (candidate.group === 'chapters') chapters.add(candidate.id);
  }
  return chapters;
};

/** Ids of the synopses that go wherever in their chapter the cursor stands. */
const nearSynopses = (selected: readonly Selected[]): ReadonlySet<string> => {
  const told = new Set<string>();
  for (const { candidate, reason } of selected) {
    if (candidate.group === 'synopses' && reason === 'storySoFar') told.add(candidate.id);
  }
  return told;
};

export type Describing = {
  templates: PromptTemplates;
  limits: Limits;
  tokens: TokenCounter;
  hashPrefix: Preparation['hashPrefix'];
};

export const describeAssembly = (
  { selected, rendered, total, rulesOverLine }: Fitted,
  { templates, limits, tokens, hashPrefix }: Describing,
): Omit<Assembly, 'systemTokens' | 'tokenizer'> => {
  const { segments, tokenCount, stablePrefixLength } = rendered;
  const prompt = promptOf(segments);
  const chapters = wholeChapters(selected);
  const told = nearSynopses(selected);
  return Object.assign(describedLater(selected, segments, templates, tokens), {
    selected,
    chunks: countRetrieved(segments),
    segments,
    systemPrompt: templates.system,
    prompt,
    tokenCount,
    framingTokens: tokenCount - countItemTokens(segments),
    total,
    stablePrefixLength,
    stablePrefixHash: hashPrefix(prompt, stablePrefixLength),
    cacheMarks: cacheMarksOf(segments, stablePrefixLength, {
      isChapter: (id) => chapters.has(id),
      isNearSynopsis: (id) => told.has(id),
    }),
    layers: summariseLayers(selected, segments, limits),
    rulesOverLine,
  });
};
