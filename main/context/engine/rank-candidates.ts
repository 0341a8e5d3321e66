/** Everything that could be sent, with its price. */
import type { AssemblyInput } from './assembly-input.ts';
import { tokensOf } from './candidate.ts';
import type { Ranking } from './choose.ts';
import { sentenceFloorsOf } from './demand.ts';
import type { PointOfView } from './eligibility.ts';
import { forbiddenNames } from './forbidden-names.ts';
import { priceAll } from './price.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { rankBookSettings } from './rank-book.ts';
import { rankEpisodes } from './rank-episodes.ts';
import { rankImmediate } from './rank-immediate.ts';
import { type OfferedPassage, offerPassages, rankPassages } from './rank-passages.ts';
import { rankRules } from './rank-rules.ts';
import type { TokenCounter } from './trim-text.ts';

/** What all the passages would take, with their heading. */
const costOfAll = (
  offered: readonly OfferedPassage[],
  heading: number,
  tokens: TokenCounter,
): number => {
  let sum = heading;
  for (const { prepared } of offered) sum += tokensOf(prepared.item, tokens);
  return sum;
};

export const rankCandidates = (
  input: AssemblyInput,
  templates: PromptTemplates,
  tokens: TokenCounter,
): Ranking => {
  const at: PointOfView = {
    chapter: input.document.chapter,
    pointOfViewEntityId: input.pointOfViewEntityId,
  };
  const forbidden = forbiddenNames(input, at);
  const view = { templates, at, forbidden };
  const headings = input.prepare.headings(templates, tokens);
  const settled = priceAll(
    [
      ...rankRules(input, view),
      ...rankBookSettings(input, templates),
      ...input.prepare.settings(input, forbidden),
      ...rankImmediate(input, view),
      ...rankEpisodes(input, templates, at, forbidden),
    ],
    tokens,
  );
  const offered = offerPassages(input, templates);
  return {
    settled,
    rankPassages: (spans) => priceAll(rankPassages(offered, input, templates, spans), tokens),
    maxPassages: costOfAll(offered, headings.passages, tokens),
    floors: sentenceFloorsOf(settled, headings, tokens),
    headings,
    tokens,
    admit: input.admit,
  };
};
