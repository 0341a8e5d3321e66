/** Every report there is: a new one gets its file here, its row, its name in `shared/domain/report.ts` and its words. */
import type { ReportKind } from '#shared/domain/report.ts';
import type { MakeSection } from '../section.ts';
import { makeDialogue } from './dialogue.ts';
import { makeDuplicates } from './duplicates.ts';
import { makeHabits, makePeople, makeWatched } from './listed-words.ts';
import { makeNearby } from './nearby.ts';
import { makeOverused } from './overused.ts';
import { makePhrases } from './phrases.ts';
import { makeRhythm } from './rhythm.ts';
import { makePunctuation, makeTypos } from './slips.ts';
import { makeSpelling } from './spelling.ts';

export const sections: Readonly<Record<ReportKind, MakeSection>> = {
  overused: makeOverused,
  phrases: makePhrases,
  nearby: makeNearby,
  habits: makeHabits,
  rhythm: makeRhythm,
  dialogue: makeDialogue,
  people: makePeople,
  duplicates: makeDuplicates,
  punctuation: makePunctuation,
  typos: makeTypos,
  spelling: makeSpelling,
  watched: makeWatched,
};
