/** Everything that could be sent, with its price. */
import { roomForChapters } from '#shared/whole-chapters.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { type Candidate, tokensOf } from './candidate.ts';
import type { Ranking } from './choose.ts';
import { sentenceFloorsOf } from './demand.ts';
import { fitChapters, wholeDocuments } from './fit-chapters.ts';
import { passageScope } from './passage-filter.ts';
import { type Costed, priceAll } from './price.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { rankChapters } from './rank-chapters.ts';
import { rankBookSettings } from './rank-book.ts';
import { rankEpisodes } from './rank-episodes.ts';
import { rankImmediate } from './rank-immediate.ts';
import type { RankedPassage } from './passage-candidate.ts';
import { offerPassages, rankPassages } from './rank-passages.ts';
import { rankThreads } from './rank-threads.ts';
import { rankRules } from './rank-rules.ts';
import { rankSynopses } from './rank-synopses.ts';
import type { Headings } from './select.ts';
import type { TokenCounter } from './trim-text.ts';

/** What all the passages would take, with their heading. */
const costOfAll = (
  offered: readonly RankedPassage[],
  heading: number,
  tokens: TokenCounter,
): number => {
  let sum = heading;
  for (const { prepared } of offered) sum += tokensOf(prepared.item, tokens);
  return sum;
};

/** What must go besides, whatever it takes: whole chapters leave it its place (S3-26). */
const fixedCost = (fixed: readonly Costed[], headings: Headings): number =>
  fixed.reduce(
    (sum, { candidate, cost }) => (isFixed(candidate) ? sum + cost : sum),
    headings.constraints + headings.narration + headings.instruction + headings.additional,
  );

const isFixed = ({ group, reason }: Candidate): boolean =>
  reason === 'writerConstraint' || ['narration', 'instruction', 'additional'].includes(group);

/** The ending of a chapter that goes whole stands in it. */
const besideWhole =
  (whole: ReadonlySet<string>) =>
  (item: Costed): Costed => {
    const { candidate } = item;
    const isThere =
      candidate.group === 'previousEnding' &&
      candidate.excluded === null &&
      whole.has(candidate.documentId ?? '');
    if (!isThere) return item;
    return {
      candidate: { ...candidate, excluded: { reason: 'alreadyWhole' } },
      cost: 0,
      counted: null,
    };
  };

/** `total`: tokens there are for the four layers. */
export const rankCandidates = (
  input: AssemblyInput,
  templates: PromptTemplates,
  tokens: TokenCounter,
  total: number,
): Ranking => {
  const scope = passageScope(input);
  const { at, forbidden } = scope;
  const view = { templates, at, forbidden };
  const headings = input.prepare.headings(templates, tokens);
  const around = priceAll(
    [
      ...rankRules(input, view),
      ...rankBookSettings(input, templates),
      ...input.prepare.settings(input, forbidden),
      ...rankThreads(input, view),
      ...rankImmediate(input, view),
      ...rankEpisodes(input, templates, at, forbidden),
    ],
    tokens,
  );
  const chapters = fitChapters(
    priceAll(rankChapters(input, { templates, scope }), tokens),
    {
      room: Math.min(roomForChapters(total), total - fixedCost(around, headings)),
      stickyStart: input.stickyChapterStart,
    },
    headings.chapters,
  );
  const whole = wholeDocuments(chapters);
  const synopses = priceAll(rankSynopses(input, { templates, scope, whole }), tokens);
  const fixed = [...around.map(besideWhole(whole)), ...chapters, ...synopses];
  const offered = offerPassages(input, templates);
  return {
    fixed,
    rankPassages: (immediate) =>
      priceAll(rankPassages(offered, input, templates, { immediate, whole }), tokens),
    maxPassages: costOfAll(offered, headings.passages, tokens),
    floors: sentenceFloorsOf(fixed, headings, tokens),
    headings,
    tokens,
    admit: input.admit,
  };
};
