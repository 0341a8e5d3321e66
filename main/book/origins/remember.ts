/** Finds the origins of a text that is there, and of one that is made of it (N14). */
import type { OriginRuns } from '#shared/domain/origins.ts';
import { changeRuns, joinRuns, lengthOfRuns, runsOf, sliceRuns } from '#shared/origin-runs.ts';
import { carryFromAll, carryRuns, type KnownText } from './carry-runs.ts';
import type { MadeText, VersionedText } from '../made-text.ts';
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
      for (const version of versions) {
        const known = await load(key, version);
        if (known) return carryRuns(known, text.text);
      }
      return runsOf(text.text.length, 'unknown');
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

/** As they were where those words stood, if they stood in one place alone. Null where that is not known. */
const restoredPassage = (
  { passage }: Extract<MadeText, { kind: 'restored' }>,
  { before, from }: Known,
): OriginRuns | null => {
  if (!passage || !before || !from) return null;
  const { text, into } = passage;
  const start = from.text.indexOf(text);
  if (text === '' || start < 0 || from.text.includes(text, start + 1)) return null;
  return joinRuns(
    sliceRuns(before.runs, 0, into.start),
    sliceRuns(from.runs, start, start + text.length),
    sliceRuns(before.runs, into.end, before.text.length),
  );
};

/** Of a text that is about to be written. */
export const originsOfMade = (text: string, made: MadeText | null, known: Known): OriginRuns => {
  const { before, noted, from } = known;
  const sources = [before, from].filter((source) => source !== null);
  switch (made?.kind) {
    case 'told': {
      const told = { text: made.text, runs: made.runs };
      if (lengthOfRuns(made.runs) !== made.text.length) return carryFromAll(sources, text);
      return made.text === text ? made.runs : carryFromAll([told, ...sources], text);
    }
    case 'changes': {
      const runs = changeRuns(before?.runs ?? [], made.changes, made.code);
      return lengthOfRuns(runs) === text.length ? runs : carryFromAll(sources, text);
    }
    case 'new':
      return carryRuns(before ?? { text: '', runs: [] }, text, made.code);
    case 'restored':
      return noted ?? restoredPassage(made, known) ?? carryFromAll(sources, text);
    case 'merged':
    case undefined:
      return noted ?? carryFromAll(sources, text);
  }
};
