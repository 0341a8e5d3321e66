/** What all places of an expectation say together. */
import type { ExpectationWhy } from '#shared/domain/expectation.ts';
import type { Verdict } from './judge-place.ts';
import type { Place } from './resolve.ts';

export type PlacedVerdict = { place: Place; verdict: Verdict };

export type Summed = {
  state: Verdict['state'];
  why: ExpectationWhy;
  /** The place that decided it; null where there was none to look at. */
  place: Place | null;
};

/** One broken place breaks it; else one that cannot be judged leaves it open. */
export const sumVerdicts = (verdicts: readonly PlacedVerdict[]): Summed => {
  const broken = verdicts.filter(({ verdict }) => verdict.state === 'broken');
  const open = verdicts.filter(({ verdict }) => verdict.state === 'unjudged');
  const deciding = broken[0] ?? open[0] ?? verdicts[0];
  if (!deciding) {
    return {
      state: 'unjudged',
      why: { outcome: 'nowhere', places: 0, brokenPlaces: 0 },
      place: null,
    };
  }
  const { place, verdict } = deciding;
  const { documentId, cursorPosition } = place;
  return {
    state: verdict.state,
    place,
    why: {
      ...verdict.why,
      ...{ documentId, cursorPosition },
      places: verdicts.length,
      brokenPlaces: broken.length + open.length,
    },
  };
};
