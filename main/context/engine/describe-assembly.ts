/** What was decided, as everybody reads it. */
import type { AssemblyItem, Segment } from '#shared/domain/assembly.ts';
import { cacheMarksOf } from './cache-marks.ts';
import type { Assembly } from './assembly.ts';
import { layerOfGroup } from './candidate.ts';
import type { Chosen } from './choice.ts';
import { describeItems, summariseLayers } from './explain.ts';
import type { Fitted } from './fit-to-budget.ts';
import type { Limits } from './limits.ts';
import { hashStablePrefix } from './prefix.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { promptOf } from './render.ts';
import type { TokenCounter } from './trim-text.ts';

/** Items are described when somebody looks: most requests only want their prompt. */
const describedLater = (
  chosen: readonly Chosen[],
  segments: readonly Segment[],
  templates: PromptTemplates,
  tokens: TokenCounter,
): Pick<Assembly, 'items'> => {
  let items: readonly AssemblyItem[] | null = null;
  return {
    get items() {
      items ??= describeItems(chosen, segments, templates, tokens);
      return items;
    },
  };
};

const countItemTokens = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { kind, tokenCount }) => sum + (kind === 'item' ? tokenCount : 0), 0);

const countRetrieved = (chosen: readonly Chosen[]): number =>
  chosen.filter(
    ({ candidate, decision }) =>
      decision !== 'dropped' && layerOfGroup[candidate.group] === 'retrieved',
  ).length;

export const describeAssembly = (
  { chosen, rendered, total, rulesOverLine }: Fitted,
  templates: PromptTemplates,
  limits: Limits,
  tokens: TokenCounter,
): Omit<Assembly, 'systemTokens' | 'tokenizer'> => {
  const { segments, tokenCount, stablePrefixLength } = rendered;
  const prompt = promptOf(segments);
  const chapters = new Set(
    chosen.flatMap(({ candidate }) => (candidate.group === 'chapters' ? [candidate.id] : [])),
  );
  return Object.assign(describedLater(chosen, segments, templates, tokens), {
    chosen,
    chunks: countRetrieved(chosen),
    segments,
    systemPrompt: templates.system,
    prompt,
    tokenCount,
    framingTokens: tokenCount - countItemTokens(segments),
    total,
    stablePrefixLength,
    stablePrefixHash: hashStablePrefix(prompt, stablePrefixLength),
    cacheMarks: cacheMarksOf(segments, stablePrefixLength, (id) => chapters.has(id)),
    layers: summariseLayers(chosen, segments, limits),
    rulesOverLine,
  });
};
