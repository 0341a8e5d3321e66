/** Makes the room: where each character of the book comes from (N14). */
import type { Database } from 'better-sqlite3';
import type { Clock, Logger } from '#main/platform.ts';
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import { runsOf } from '#shared/origin-runs.ts';
import { followMove } from './follow-move.ts';
import { provenanceOf } from './provenance.ts';
import { createRemembered, originsOfMade, withKnownSources } from './remember.ts';
import { createReport, type ReportedChapters } from './report.ts';
import type { MadeText, VersionedText } from '../made-text.ts';
import type { OriginsService, TextToWrite } from './service.ts';
import { createOriginsStore } from './store.ts';

/** The other text that one was made of, beside the one that stood there. */
const madeFrom = (made: MadeText): VersionedText | null => {
  if ('from' in made) return made.from;
  return made.kind === 'changes' ? (made.over?.base ?? null) : null;
};

export const createOrigins = ({
  database,
  clock,
  logger,
  documents,
}: {
  database: Database;
  clock: Clock;
  logger: Logger;
  documents: ReportedChapters & {
    /** Null when no snapshot of the project has that text. */
    textOf(projectId: string, version: string): Promise<string | null>;
  };
}): OriginsService => {
  const store = createOriginsStore(database);
  const remembered = createRemembered(store, documents.textOf);

  const logFailure = ({ documentId }: { documentId: string }, error: unknown): void =>
    logger.log('warn', 'the origins of a text could not be noted or found', {
      documentId,
      code: errorCodeOf(error),
    });

  const sourceOf = (made: MadeText | null) =>
    made && 'source' in made && made.source
      ? { source: { ...made.source, acceptedAt: clock.now() } }
      : {};

  const note = async ({ before, after, made: told, ...key }: TextToWrite): Promise<void> => {
    const isKnown = (sourceId: string) => store.hasSource(key.projectId, sourceId);
    const made = told && withKnownSources(told, isKnown);
    const recall = async (text: VersionedText | null) =>
      text && { text: text.text, runs: await remembered.recall(key, text) };
    const known = await recall(before);
    const from = await recall(made ? madeFrom(made) : null);
    const noted = remembered.find(key, after);
    const runs = originsOfMade(after.text, made, { before: known, noted, from });
    // Chapters of which nothing is known take no room.
    const isUnknown = runs.every(([, code]) => code === 'unknown');
    if (isUnknown && noted === null && store.versions(key).length === 0) return;
    // A split or merge that follows asks for what it was made from, and cannot compare.
    if (before && known && remembered.find(key, before) === null) {
      store.put(key, before.version, { runs: known.runs });
    }
    store.put(key, after.version, { runs, ...sourceOf(made) });
  };

  const read: OriginsService['read'] = async (key, text, lastSeen) => {
    try {
      const runs = await remembered.recall(key, text, lastSeen);
      const isNew = remembered.find(key, text) === null && store.versions(key).length > 0;
      if (isNew) store.put(key, text.version, { runs });
      return runs;
    } catch (error) {
      logFailure(key, error);
      return runsOf(text.text.length, 'unknown');
    }
  };

  return {
    async note(written) {
      try {
        await note(written);
      } catch (error) {
        logFailure(written, error);
      }
    },
    read,
    async provenance(key, text) {
      const runs = await read(key, text);
      const sources = new Map(
        store.sources(key.projectId).map(({ sourceId, runId }) => [sourceId, runId]),
      );
      return provenanceOf(runs, (sourceId) => sources.get(sourceId));
    },
    joinChapters: store.move,
    followText(move) {
      const { projectId } = move;
      const keyOf = ({ documentId }: { documentId: string }) => ({ projectId, documentId });
      const moved = followMove(move, (side) => remembered.find(keyOf(side), side));
      for (const { side, runs } of moved) store.put(keyOf(side), side.version, { runs });
    },
    report: createReport({ store, documents, read }),
    forgetProject: store.forget,
  };
};
