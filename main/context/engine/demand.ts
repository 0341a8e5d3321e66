/** What every group of candidates asks of the budget. */
import { type Candidate, eachGroup } from './candidate.ts';
import type { CutGroup, Demand } from './plan.ts';
import type { Costed } from './price.ts';
import type { Headings } from './select.ts';
import { lastSentence, type TokenCounter } from './trim-text.ts';

/** Tokens the line ends around a sentence may cost. */
const aroundSentence = 2;

/** What F4 asks for; the same in every plan of a request. */
export type SentenceFloors = Pick<Demand, 'lastSentenceBefore' | 'lastSentenceEnding'>;

export const sentenceFloorsOf = (
  costed: readonly Costed[],
  headings: Headings,
  tokens: TokenCounter,
): SentenceFloors => {
  const min = (group: Candidate['group']): number => {
    const text = costed.find(
      ({ candidate }) => candidate.group === group && !candidate.excluded,
    )?.candidate;
    return text ? headings[group] + tokens.count(lastSentence(text.body)) + aroundSentence : 0;
  };
  return { lastSentenceBefore: min('before'), lastSentenceEnding: min('previousEnding') };
};

export const demandOf = (
  costed: readonly Costed[],
  headings: Headings,
  floors: SentenceFloors,
  held: Record<CutGroup, number>,
): Demand => {
  const demand: Demand = {
    ...eachGroup(() => 0),
    namedEntities: 0,
    writerConstraints: 0,
    ...floors,
    held,
  };
  for (const { candidate, cost } of costed) {
    if (candidate.excluded) continue;
    const { group } = candidate;
    demand[group] += cost + (demand[group] === 0 ? headings[group] : 0);
    if (group === 'entities' && candidate.named) {
      demand.namedEntities += cost + (demand.namedEntities === 0 ? headings.entities : 0);
    }
    if (candidate.reason === 'writerConstraint') {
      demand.writerConstraints +=
        cost + (demand.writerConstraints === 0 ? headings.constraints : 0);
    }
  }
  return demand;
};
