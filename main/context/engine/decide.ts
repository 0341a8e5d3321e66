/** From material to assembly: rank, choose within the budget, render. Pure; all I/O came before. */
import type { AssemblyItem, Segment, TokenizerInfo } from '#shared/domain/assembly.ts';
import type { Assembly } from './assembly.ts';
import { layerOfGroup, tokensOf } from './candidate.ts';
import type { Chosen } from './choice.ts';
import { type Choice, chooseWithin, type Ranking } from './choose.ts';
import { sentenceFloorsOf } from './demand.ts';
import type { PointOfView } from './eligibility.ts';
import { describeItems, summariseLayers } from './explain.ts';
import { forbiddenNames } from './forbidden-names.ts';
import { type PromptTemplates, templatesFor } from './prompt-templates.ts';
import { inputLimit, type Limits, overInputLimit, tooLarge } from './limits.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { hashStablePrefix } from './prefix.ts';
import { headingCosts, priceAll } from './price.ts';
import { rankBookSettings } from './rank-book.ts';
import { rankImmediate } from './rank-immediate.ts';
import { offerPassages, rankEpisodes, rankPassages } from './rank-retrieved.ts';
import { rankRules } from './rank-rules.ts';
import { rankSettings } from './rank-settings.ts';
import { promptOf, type Rendered, render } from './render.ts';
import type { TokenCounter } from './trim-text.ts';

export type Counting = { tokens: TokenCounter; tokenizer: TokenizerInfo };

/** Tokens given back beyond what was too much, so that the next trial ends it. */
const giveBackMargin = 8;

/** Everything that could be sent, with its price. */
const rankCandidates = (
  material: AssemblyInput,
  templates: PromptTemplates,
  tokens: TokenCounter,
): Ranking => {
  const at: PointOfView = {
    chapter: material.document.chapter,
    pointOfViewEntityId: material.pointOfViewEntityId,
  };
  const forbidden = forbiddenNames(material, at);
  const headings = headingCosts(templates, tokens);
  const settled = priceAll(
    [
      ...rankRules(material, templates, at, forbidden),
      ...rankBookSettings(material, templates),
      ...rankSettings(material, forbidden),
      ...rankImmediate(material, templates, at, forbidden),
      ...rankEpisodes(material, templates, at, forbidden),
    ],
    tokens,
  );
  const offered = offerPassages(material, templates);
  return {
    settled,
    rankPassages: (spans) => priceAll(rankPassages(offered, material, templates, spans), tokens),
    maxPassages: offered.reduce(
      (sum, { prepared }) => sum + tokensOf(prepared.item, tokens),
      headings.passages,
    ),
    floors: sentenceFloorsOf(settled, headings, tokens),
    headings,
    tokens,
    admit: material.admit,
  };
};

type Fitted = Choice & { rendered: Rendered; total: number };

/**
 * Chooses and renders. Prices are of single items: where borders between items cost a token more, the choice is made
 * again with less room until the prompt is within the total (S3-38).
 */
const fitToBudget = (ranking: Ranking, templates: PromptTemplates, limits: Limits): Fitted => {
  const { headings, tokens, settled } = ranking;
  for (let room = limits.total; ; ) {
    const choice = chooseWithin(ranking, { ...limits, total: room });
    const rendered = render(choice.chosen, templates, headings, tokens);
    const total = limits.total + choice.granted;
    const excess = rendered.tokenCount - total;
    if (excess <= 0) return { ...choice, rendered, total };
    room -= excess + giveBackMargin;
    if (room <= 0) throw tooLarge(rendered.tokenCount, total, settled);
  }
};

/** Errors: CONTEXT_INPUT_TOO_LARGE for what the writer let in besides (N2), and above the limit of any request (S3-42). */
const refuseOversized = (
  { tokenCount }: Rendered,
  { most }: Limits,
  { settled }: Ranking,
): void => {
  if (most !== undefined && tokenCount > most) throw tooLarge(tokenCount, most, settled);
  if (tokenCount > inputLimit) throw overInputLimit(tokenCount);
};

/**
 * Items are described when somebody looks. A function of its own: what is written inside `decide` would keep everything
 * the decision was made from, for as long as the assembly waits to be written.
 */
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

const itemTokensOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { kind, tokenCount }) => sum + (kind === 'item' ? tokenCount : 0), 0);

const retrievedCount = (chosen: readonly Chosen[]): number =>
  chosen.filter(
    ({ candidate, decision }) =>
      layerOfGroup[candidate.group] === 'retrieved' && decision !== 'dropped',
  ).length;

const describeAssembly = (
  { chosen, rendered, total, rulesOverLine }: Fitted,
  templates: PromptTemplates,
  limits: Limits,
): Omit<Assembly, 'items' | 'systemTokens' | 'tokenizer'> => {
  const { segments, tokenCount, stablePrefixLength } = rendered;
  const prompt = promptOf(segments);
  return {
    chosen,
    chunks: retrievedCount(chosen),
    segments,
    systemPrompt: templates.system,
    prompt,
    tokenCount,
    framingTokens: tokenCount - itemTokensOf(segments),
    total,
    stablePrefixLength,
    stablePrefixHash: hashStablePrefix(prompt, stablePrefixLength),
    layers: summariseLayers(chosen, segments, limits),
    rulesOverLine,
  };
};

/**
 * Rank, budget, render: the whole decision, from material to assembly, without any I/O. `total` is never
 * exceeded (S3-38). Errors: CONTEXT_INPUT_TOO_LARGE.
 */
export const decide = (
  material: AssemblyInput,
  limits: Limits,
  { tokens, tokenizer }: Counting,
  systemTokens: number,
): Assembly => {
  const templates = templatesFor(material.language);
  const ranking = rankCandidates(material, templates, tokens);
  // The limit of any request is part of the budget: Retrieved gives way to it as to the window (S3-42).
  const within = { ...limits, total: Math.min(limits.total, inputLimit) };
  const fitted = fitToBudget(ranking, templates, within);
  refuseOversized(fitted.rendered, limits, ranking);
  return Object.assign(
    describedLater(fitted.chosen, fitted.rendered.segments, templates, tokens),
    describeAssembly(fitted, templates, within),
    { systemTokens, tokenizer },
  );
};
