/** Finds the origins of a text that is there, and of one that is made of it (N14). */
import {
  type OriginCode,
  type OriginRun,
  type OriginRuns,
  sourceOfCode,
} from '#shared/domain/origins.ts';
import {
  changeRuns,
  joinRuns,
  lengthOfRuns,
  runsOf,
  sliceRuns,
  unitsOfRuns,
} from '#shared/origin-runs.ts';
import { runsOfAccepted } from './accepted-clauses.ts';
import { carryFromAll, type KnownText } from './carry-runs.ts';
import { isSameRuns, runsOfTold } from './told-runs.ts';
import type { MadeText, RestoredPassage, VersionedText } from '../made-text.ts';
import type { ChapterKey, OriginsStore } from './store.ts';

export type Remembered = {
  /** What is noted of this version; null where nothing is, or it is of another length. */
  find(key: ChapterKey, text: VersionedText): OriginRuns | null;
  /** The same, or what stayed of `lastSeen`, or of the newest version that is known and whose text is kept. */
  recall(key: ChapterKey, text: VersionedText, lastSeen?: string): Promise<OriginRuns>;
};

export const createRemembered = (
  store: OriginsStore,
  textOf: (projectId: string, version: string) => Promise<string | null>,
): Remembered => {
  const find: Remembered['find'] = (key, { text, version }) => {
    const runs = store.find(key, version);
    return runs !== null && lengthOfRuns(runs) === text.length ? runs : null;
  };
  const load = async (key: ChapterKey, version: string): Promise<KnownText | null> => {
    const text = await textOf(key.projectId, version);
    const runs = text === null ? null : find(key, { text, version });
    return text === null || runs === null ? null : { text, runs };
  };
  return {
    find,
    async recall(key, text, lastSeen) {
      const noted = find(key, text);
      if (noted) return noted;
      const versions = [...(lastSeen === undefined ? [] : [lastSeen]), ...store.versions(key)];
      const sources: KnownText[] = [];
      for (const version of new Set(versions)) {
        const known = await load(key, version);
        if (!known) continue;
        sources.push(known);
        // What a text begins with that only goes on was perhaps seen while another program wrote it: the one before knows more.
        if (!text.text.startsWith(known.text)) break;
      }
      return carryFromAll(sources, text.text);
    },
  };
};

type Known = {
  before: KnownText | null;
  /** What is known of this very text from earlier. */
  noted: OriginRuns | null;
  /** The text it was restored from, or merged with. */
  from: KnownText | null;
};

/** Of words wherever they stand in a text: what is not the same in all of these places is unknown. */
const runsOfWords = ({ text, runs }: KnownText, words: string): OriginRuns => {
  const first = text.indexOf(words);
  if (words === '' || first < 0) return runsOf(words.length, 'unknown');
  const unitsAt = (start: number) => unitsOfRuns(sliceRuns(runs, start, start + words.length));
  const units = unitsAt(first);
  for (let at = text.indexOf(words, first + 1); at >= 0; at = text.indexOf(words, at + 1)) {
    unitsAt(at).forEach((code, index) => {
      if (units[index] !== code) units[index] = 'unknown';
    });
  }
  return joinRuns(units.map((code): OriginRun => [1, code]));
};

/** The words are whose they were in the earlier text, also where this very text was written otherwise once. */
const restoredPassage = (
  { text, into }: RestoredPassage,
  { before, from }: Known,
): OriginRuns | null =>
  before &&
  from &&
  joinRuns(
    sliceRuns(before.runs, 0, into.start),
    runsOfWords(from, text),
    sliceRuns(before.runs, into.end, before.text.length),
  );

type Changes = Extract<MadeText, { kind: 'changes' }>;

/** What changes made of a text; null where they do not fit it. */
const runsOfChanges = (made: Changes, text: string, base: KnownText | null): OriginRuns | null => {
  const known = base ?? { text: '', runs: [] };
  const runs =
    sourceOfCode(made.code) === null
      ? changeRuns(known.runs, made.changes, made.code)
      : runsOfAccepted(known, text, made);
  return lengthOfRuns(runs) === text.length ? runs : null;
};

/** The same, before it met what the file holds. */
const changedFrom = (made: Changes, text: string, base: KnownText | null): KnownText[] => {
  const runs = base && runsOfChanges(made, text, base);
  return runs ? [{ text, runs }] : [];
};

/** What somebody told, with what nobody accepted of a model as unknown: the report names a source for all that is a model's. */
export const withKnownSources = (
  made: MadeText,
  isKnown: (sourceId: string) => boolean,
): MadeText => {
  if (made.kind !== 'told') return made;
  const codeOf = (code: OriginCode): OriginCode => {
    const sourceId = sourceOfCode(code);
    return sourceId === null || isKnown(sourceId) ? code : 'unknown';
  };
  return {
    ...made,
    runs: joinRuns(made.runs.map(([length, code]): OriginRun => [length, codeOf(code)])),
  };
};

/** Of a text that is about to be written. */
export const originsOfMade = (text: string, made: MadeText | null, known: Known): OriginRuns => {
  const { before, noted, from } = known;
  const sources = [before, from].filter((source) => source !== null);
  switch (made?.kind) {
    case 'told': {
      if (lengthOfRuns(made.runs) !== made.text.length) return carryFromAll(sources, text);
      // What nobody wrote just now is not for whoever saves it to call otherwise, unless it was so in this very text once.
      const isBack = noted !== null && made.text === text && isSameRuns(noted, made.runs);
      const runs = before && !isBack ? runsOfTold(before, made) : made.runs;
      return made.text === text
        ? runs
        : carryFromAll([{ text: made.text, runs }, ...sources], text);
    }
    case 'changes': {
      if (made.over)
        return carryFromAll([...changedFrom(made, made.over.text, from), ...sources], text);
      return runsOfChanges(made, text, before) ?? carryFromAll(sources, text);
    }
    case 'new':
      return runsOf(text.length, made.code);
    case 'restored': {
      const runs = made.passage ? restoredPassage(made.passage, known) : noted;
      return runs && lengthOfRuns(runs) === text.length ? runs : carryFromAll(sources, text);
    }
    case 'merged':
    case undefined:
      return noted ?? carryFromAll(sources, text);
  }
};
