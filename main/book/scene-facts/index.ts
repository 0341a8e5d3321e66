/**
 * Makes the room of what the writer decided of scenes beside their text: status, synopsis, point of view, goal (W1). It is the
 * writer's own: no request, search, export or tool asks for it.
 */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { findScene } from '#main/base/prose/find-scene.ts';
import { reportError } from '#main/base/failures/error-report.ts';
import type { EventBus } from '#main/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { Parsed } from '#shared/contract/index.ts';
import { type SceneAddress, sceneLimit } from '#shared/domain/scene-facts.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import { createLocateMarked, followedMarks } from '../locate-marked.ts';
import type { Marked, Reanchored } from '../marked-places.ts';
import { createFollowMarked } from '../follow-marked.ts';
import { createRecordRows } from '../record-rows.ts';
import type { SceneFields, SceneMarks } from '../record-source.ts';
import { createRelocation } from '../relocate-marked.ts';
import { chapterOf, describe, marksOf, readChapter, type ReadScenes } from './read-chapter.ts';
import type { SceneFactsService, StoredSceneFacts } from './service.ts';
import { sceneTable } from './store.ts';

export type SceneFactsDependencies = {
  database: Database;
  events: EventBus;
  clock: Clock;
  logger: Logger;
  documents: Pick<DocumentsService, 'read' | 'info' | 'byId'>;
};

type Update = Parsed<'manuscript:scenes:update'>;

const asMarked = ({ sceneId, places }: StoredSceneFacts): Marked => ({ id: sceneId, places });

const touches = ({ places }: StoredSceneFacts, documentId: string): boolean =>
  places.first.documentId === documentId || places.last.documentId === documentId;

const fieldsOf = (stored: StoredSceneFacts): SceneFields => {
  const { status, synopsis, pointOfViewEntityId, wordGoal, places } = stored;
  return {
    ...{ status, synopsis, places },
    pointOfView: pointOfViewEntityId,
    ...(wordGoal === null ? {} : { goal: wordGoal }),
  };
};

const nothingDecided = { status: null, synopsis: '', pointOfViewEntityId: null, wordGoal: null };

const isEmpty = ({ status, synopsis, pointOfViewEntityId, wordGoal }: StoredSceneFacts): boolean =>
  status === null && synopsis === '' && pointOfViewEntityId === null && wordGoal === null;

const changedBy = (stored: StoredSceneFacts, given: Update): StoredSceneFacts => {
  const { status = stored.status, synopsis = stored.synopsis } = given;
  const { pointOfViewEntityId = stored.pointOfViewEntityId, wordGoal = stored.wordGoal } = given;
  return { ...stored, status, synopsis, pointOfViewEntityId, wordGoal };
};

const notThere = (documentId: string): AppError =>
  new AppError('SCENE_NOT_FOUND', 'The chapter has no such scene now.', { documentId });

const createRows = ({ database, clock, events }: SceneFactsDependencies) => {
  const rows = createRecordRows<StoredSceneFacts, SceneFields>({
    ...{ database, clock, fieldsOf, table: sceneTable, limit: sceneLimit },
    tell: (projectId) => events.emit('scenes:changed', { projectId }),
    rowOf: (sceneId, { pointOfView, goal = null, ...fields }, kept) => ({
      ...{ sceneId, ...fields, ...kept },
      ...{ pointOfViewEntityId: pointOfView, wordGoal: goal },
    }),
    codes: { notFound: 'SCENE_NOT_FOUND', conflict: 'SCENE_CONFLICT', limit: 'SCENE_LIMIT' },
    words: { one: 'scene', many: 'described scenes' },
  });
  const { store } = rows;
  return {
    ...rows,
    /** No edit of the writer's: versions stay. */
    move(projectId: string, changes: readonly Reanchored[]): void {
      for (const { id, places } of changes) {
        const scene = store.find(projectId, id)?.row;
        if (scene) store.update(projectId, { ...scene, places: { ...scene.places, ...places } });
      }
    },
  };
};

type Rows = ReturnType<typeof createRows>;

/** Changes what was decided; where nothing is left of it, it goes, and comes back with the next change. */
const changeStored = (
  rows: Rows,
  given: Update & { sceneId: string },
  places: SceneMarks | null,
): StoredSceneFacts => {
  const { projectId, sceneId } = given;
  return rows.write(projectId, () => {
    if (rows.store.find(projectId, sceneId)?.deleted) rows.restore(projectId, sceneId);
    const changed = rows.change(projectId, sceneId, (stored) => ({
      ...changedBy(stored, given),
      ...(places ? { places } : {}),
    }));
    if (isEmpty(changed)) rows.remove(projectId, sceneId);
    return changed;
  });
};

const addStored = (
  { insert }: Rows,
  given: Update,
  kept: { now: number; places: SceneMarks },
): StoredSceneFacts => {
  const { now, places } = kept;
  const times = { version: 1, createdAt: now, updatedAt: now };
  const stored = changedBy({ sceneId: nanoid(), ...nothingDecided, places, ...times }, given);
  if (!isEmpty(stored)) insert(given.projectId, stored);
  return stored;
};

export const createSceneFacts = (dependencies: SceneFactsDependencies): SceneFactsService => {
  const { clock, documents, events, logger } = dependencies;
  const rows = createRows(dependencies);
  const { store, cached, write } = rows;
  const tell = (projectId: string): void => events.emit('scenes:changed', { projectId });
  const listStored = (projectId: string) => cached.get(projectId).items;
  const book = createLocateMarked({
    documents,
    listMarked: (projectId) => listStored(projectId).map(asMarked),
    noteFound(projectId, changes) {
      if (changes.length > 0) write(projectId, () => rows.move(projectId, changes));
      const moved = changes.flatMap(({ places }) => Object.values(places));
      const [documentId, ...more] = new Set(moved.map((place) => place.documentId));
      const only = documentId === undefined || more.length > 0 ? {} : { documentId };
      events.emit('scenes:changed', { projectId, ...only });
    },
  });

  const chaptersFor = (projectId: string, documentId: string): Set<string> =>
    new Set([
      documentId,
      // One that begins there may end elsewhere, and the other way round.
      ...listStored(projectId)
        .filter((stored) => touches(stored, documentId))
        .flatMap(({ places }) => [places.first.documentId, places.last.documentId]),
    ]);

  /** A chapter that is asked for is there even if nothing was decided of its scenes. */
  const read = async (projectId: string, documentId?: string): Promise<Map<string, ReadScenes>> => {
    const wanted = documentId === undefined ? undefined : chaptersFor(projectId, documentId);
    const located = await book.locate(projectId, wanted);
    const stored = listStored(projectId).map((one) => ({ one, in: chapterOf(one, located) }));
    const chapters = new Map<string, ReadScenes>();
    for (const [id, text] of located.texts) {
      if (documentId !== undefined && id !== documentId) continue;
      const own = stored.flatMap((kept) => (kept.in === id ? [kept.one] : []));
      chapters.set(id, readChapter({ documentId: id, ...text }, own, located));
    }
    const changes = [...chapters.values()].flatMap((chapter) => chapter.changes);
    if (changes.length > 0) {
      write(projectId, () => rows.move(projectId, changes));
      tell(projectId);
    }
    return chapters;
  };

  const locate = async (projectId: string, documentIds: ReadonlySet<string>): Promise<void> => {
    for (const documentId of documentIds) await read(projectId, documentId);
  };
  const isMarked = (projectId: string, documentId: string): boolean =>
    listStored(projectId).some((stored) => touches(stored, documentId));
  const relocation = createRelocation({
    events,
    isMarked,
    relocate: locate,
    onFailure: (error) =>
      logger.log('warn', 'places of scenes were not looked for', reportError(error)),
  });

  /** The scene a caller means, and what makes it known again. */
  const findAt = async (projectId: string, at: SceneAddress) => {
    const { documentId } = documents.info(projectId, at.documentId);
    const { text, version } = await documents.read(projectId, documentId);
    const chapter = (await read(projectId, documentId)).get(documentId);
    if (chapter && chapter.version !== version) return findAt(projectId, at);
    const scene = findScene(chapter?.scenes ?? [], at);
    if (!scene) throw notThere(documentId);
    return { facts: scene.facts, places: marksOf({ documentId, text, version }, scene) };
  };

  /** A place in a chapter of another book, or of none, is no place to go back to. */
  const requireChapters = (projectId: string, { first, last }: SceneMarks): void => {
    for (const { documentId } of [first, last]) documents.info(projectId, documentId);
  };

  return {
    records: rows.records,
    marks: followedMarks(book, { isMarked, locate }),
    listStored,
    findStored: rows.findStored,
    async look(projectId, documentId) {
      const chapters = await read(projectId, documentId);
      for (const [id, { placed, withoutPlace }] of chapters) {
        if (placed.size + withoutPlace.length === 0) chapters.delete(id);
      }
      return chapters;
    },

    async update(given) {
      const { projectId, sceneId, at, places: back } = given;
      if (at === undefined) {
        if (sceneId === undefined) throw new AppError('INVALID_INPUT', 'Of which scene?');
        if (back) requireChapters(projectId, back);
        return describe(changeStored(rows, { ...given, sceneId }, back ?? null));
      }
      if (back) throw new AppError('INVALID_INPUT', 'With a scene, or back where it was?');
      const { facts, places } = await findAt(projectId, at);
      if (sceneId !== undefined && facts !== undefined && facts.sceneId !== sceneId) {
        throw new AppError('SCENE_TAKEN', 'Something else was decided of that scene.');
      }
      if (sceneId !== undefined) {
        const placesBefore = store.find(projectId, sceneId)?.row.places;
        return { ...describe(changeStored(rows, { ...given, sceneId }, places)), placesBefore };
      }
      const id = facts?.sceneId;
      if (id === undefined) return describe(addStored(rows, given, { now: clock.now(), places }));
      return describe(changeStored(rows, { ...given, sceneId: id }, null));
    },

    reword(projectId, { sceneId, expectedVersion, synopsis }) {
      rows.change(projectId, sceneId, (scene) => ({ ...scene, synopsis }), { expectedVersion });
    },

    followText: createFollowMarked({ keeper: sceneTable.table, rows, book, asMarked, tell }),

    forgetProject: (projectId) => write(projectId, () => store.forget(projectId)),
    close: relocation.close,
  };
};
