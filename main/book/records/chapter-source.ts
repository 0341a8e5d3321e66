/** What belongs to chapters beside their text, as records (B1). */
import type { StoredFence } from '../chapter-reference.ts';
import type { ChapterFields } from '../record-source.ts';
import type { ChapterSettings, ChapterSettingsAccess } from '../documents/service.ts';
import type { GroupedFiles } from './group-files.ts';
import { isRenamedTwice } from '../renamed-twice.ts';
import { inStableOrder } from './merge-fields.ts';
import { assignOrderKeys, isOrderKey, sortByKeys } from './order-keys.ts';
import { fromPortable, toPortable } from './portable-fields.ts';
import { type FoundRecord, toldPathOf } from './record-folder.ts';
import { type Fields, stateOf } from './record-state.ts';
import type { AgreedFile, RecordStore } from './store.ts';
import type { DatabaseChange, KindSource } from './sync-request.ts';

/** Which chapter a name in the folder is, and the other way round. */
export type ChapterNames = { keyOf(documentId: string): string; idOf(key: string): string };

/** Other ids that a chapter has, on other machines. */
export const aliasesOf = (fields: Fields): string[] => (fields as ChapterFields).aliases;

/** Aliases are told by the records last agreed on. */
export const chapterNames = (
  chapters: readonly Pick<ChapterSettings, 'key' | 'documentId'>[],
  agreed: ReadonlyMap<string, AgreedFile>,
): ChapterNames => {
  const keys = new Map(chapters.map(({ key, documentId }) => [documentId, key]));
  const ids = new Map(chapters.map(({ key, documentId }) => [key, documentId]));
  for (const [key, { state }] of agreed) {
    const id = ids.get(key);
    if (id === undefined) continue;
    for (const alias of aliasesOf(state.fields)) if (!ids.has(alias)) ids.set(alias, id);
  }
  return {
    keyOf: (documentId) => keys.get(documentId) ?? documentId,
    idOf: (key) => ids.get(key) ?? key,
  };
};

const fieldsOf = (
  chapter: ChapterSettings,
  agreed: AgreedFile | undefined,
  order: string | null,
  names: ChapterNames,
): Fields => {
  const fence = chapter.fence as StoredFence | null;
  const decision = {
    revision: chapter.fenceRevision,
    fence: fence && inStableOrder(toPortable({ fence }, names.keyOf)['fence'] as StoredFence),
  };
  return {
    pointOfView: chapter.pointOfViewEntityId,
    order,
    status: chapter.status,
    labels: chapter.labels,
    ...(chapter.wordGoal === null ? {} : { goal: chapter.wordGoal }),
    synopsis: chapter.synopsis,
    synopsisVersion: chapter.synopsisVersion,
    fence: chapter.fenceRevision === 0 ? null : decision,
    aliases: agreed ? aliasesOf(agreed.state.fields) : [],
  };
};

type Parts = {
  projectId: string;
  settings: ChapterSettingsAccess;
  store: RecordStore;
};

const knownKeys = (agreed: ReadonlyMap<string, AgreedFile>): Map<string, string> =>
  new Map(
    [...agreed].flatMap(([key, { state }]) => {
      const { order } = state.fields as ChapterFields;
      return order !== null && isOrderKey(order) ? [[key, order]] : [];
    }),
  );

/** The chapter here that a record names as its own under another id. */
const findAlias = (
  { text }: FoundRecord,
  chapters: readonly ChapterSettings[],
): ChapterSettings | undefined => {
  const aliases = new Set(aliasesOf(text.state.fields));
  return chapters.find(({ key }) => aliases.has(key));
};

/** The chapter here of whose record another machine once said that it is this one too. */
const findAliased = (
  id: string,
  chapters: readonly ChapterSettings[],
  agreed: ReadonlyMap<string, AgreedFile>,
): ChapterSettings | undefined =>
  chapters.find(({ key }) => {
    const record = agreed.get(key);
    return record !== undefined && aliasesOf(record.state.fields).includes(id);
  });

/**
 * A record that says nothing but that a file came whose chapter was not known yet; a fence that such a file takes over from
 * the text it holds says nothing either.
 */
const isNewborn = ({ text: { state } }: FoundRecord): boolean => {
  const { pointOfView, status, labels, synopsis, goal, fence, aliases } =
    state.fields as ChapterFields;
  const hasWords = labels.length > 0 || synopsis !== '';
  const isDecided = hasWords || pointOfView !== null || status !== null || goal !== undefined;
  return !isDecided && aliases.length === 0 && (fence?.revision ?? 0) <= 1;
};

/** Which chapter here is the one that a record of another machine speaks of. */
const findTwin = (
  file: FoundRecord,
  chapters: readonly ChapterSettings[],
  agreed: ReadonlyMap<string, AgreedFile>,
): ChapterSettings | undefined => {
  const { id, hints } = file.text;
  return (
    findAlias(file, chapters) ??
    findAliased(id, chapters, agreed) ??
    chapters.find(({ path, isPresent, key }) => isPresent && path === hints?.path && key !== id)
  );
};

/**
 * Of two ids the one that stays, the same on every machine: one that is in the book's records stays before one that a machine
 * gave to a file whose record was late, else both would have to change what they all know.
 */
const pickId = (
  file: FoundRecord,
  key: string,
  agreed: ReadonlyMap<string, AgreedFile>,
): [kept: string, left: string] => {
  const { id } = file.text;
  if (agreed.has(key) && isNewborn(file)) return [key, id];
  return key < id ? [key, id] : [id, key];
};

/** The record under its other id becomes a copy of the one whose id stays. */
const foldInto = (grouped: GroupedFiles, kept: string, left: string): void => {
  const files = grouped.byId.get(left);
  grouped.byId.delete(left);
  const target = grouped.byId.get(kept) ?? { main: null, copies: [], bad: [] };
  grouped.byId.set(kept, target);
  target.bad.push(...(files?.bad ?? []));
  for (const file of [...(files?.main ? [files.main] : []), ...(files?.copies ?? [])]) {
    const { fields, lineage } = file.text.state;
    const aliases = [...new Set([...aliasesOf(fields), left])].toSorted();
    const state = stateOf({ ...fields, aliases }, lineage);
    target.copies.push({ ...file, text: { ...file.text, id: kept, state } });
  }
};

/** Chapters without a file that a record says are the one it speaks of: their ids go. */
const dropSecondIds = async (
  settings: ChapterSettingsAccess,
  projectId: string,
  { text }: FoundRecord,
  byKey: ReadonlyMap<string, ChapterSettings>,
): Promise<void> => {
  const kept = byKey.get(text.id);
  if (!kept?.isPresent) return;
  for (const alias of aliasesOf(text.state.fields)) {
    const second = byKey.get(alias);
    if (second && second !== kept && !second.isPresent)
      await settings.dropSecond(projectId, kept.documentId, second.documentId);
  }
};

/** Records of this look that tell another name of a chapter that is here too, under an id of its own. */
const joinSecondNames = async (
  settings: ChapterSettingsAccess,
  projectId: string,
  { byId }: GroupedFiles,
): Promise<void> => {
  const { chapters, byKey } = settings.list(projectId);
  const paths = new Set(chapters.flatMap(({ path, isPresent }) => (isPresent ? [path] : [])));
  for (const file of [...byId.values()].flatMap(({ main, copies }) =>
    [main ?? [], copies].flat(),
  )) {
    await dropSecondIds(settings, projectId, file, byKey);
    const told = toldPathOf(file);
    if (!told || !paths.has(told.path)) continue;
    for (const key of [file.text.id, ...aliasesOf(file.text.state.fields)]) {
      const known = byKey.get(key);
      if (!known || known.path === told.path) continue;
      if (known.isPresent && !isRenamedTwice(known.path, told)) continue;
      await settings.joinRenamed(projectId, known.documentId, told.path);
    }
  }
};

export const createChapterSource = ({ projectId, settings, store }: Parts): KindSource => {
  const agreedNow = () => store.listAgreed(projectId, 'chapters');
  /** As of this look. */
  let byKey: ReadonlyMap<string, ChapterSettings> | null = null;
  return {
    isKeptByDatabase: true,
    hintsOf(key) {
      byKey ??= settings.list(projectId).byKey;
      const chapter = byKey.get(key);
      return chapter ? { path: chapter.path, hash: chapter.version } : null;
    },
    withhold: (keys) => settings.withhold(projectId, keys),
    listDamaged: () => [],
    async joinFiles(grouped, agreed) {
      await joinSecondNames(settings, projectId, grouped);
      let { chapters, byKey: known } = settings.list(projectId);
      for (const { main } of [...grouped.byId.values()]) {
        if (!main || known.has(main.text.id)) continue;
        // A record that was known is that of a deleted chapter, unless another machine made it the one of a chapter here.
        const twin = agreed.has(main.text.id)
          ? findAlias(main, chapters)
          : findTwin(main, chapters, agreed);
        if (!twin) continue;
        const [kept, left] = pickId(main, twin.key, agreed);
        if (kept !== twin.key) {
          await settings.rekey(projectId, twin.documentId, kept);
          store.dropAgreed(projectId, 'chapters', left);
          // Listed anew only now: to list thousands for each of thousands takes seconds.
          ({ chapters, byKey: known } = settings.list(projectId));
        }
        foldInto(grouped, kept, left);
      }
    },
    exchange: (decide, ahead) =>
      settings.exchange(projectId, (chapters, order) => {
        const agreed = agreedNow();
        const names = chapterNames(chapters, agreed);
        const orderKeys =
          order === null ? new Map<string, string>() : assignOrderKeys(order, knownKeys(agreed));
        const stored = new Map(
          chapters.map((chapter) => [
            chapter.key,
            fieldsOf(chapter, agreed.get(chapter.key), orderKeys.get(chapter.key) ?? null, names),
          ]),
        );
        return {
          ahead: ahead?.(stored) ?? [],
          take() {
            const changes = store.transaction(() => decide(stored));
            return {
              changes: changes.flatMap((change) => settingsChange(change, names)),
              order: orderAfter(stored, changes, order),
            };
          },
        };
      }),
  };
};

const settingsChange = ({ id, fields }: DatabaseChange, names: ChapterNames) => {
  if (fields === null) return [];
  const { pointOfView, fence, status, labels, synopsis, synopsisVersion, goal } =
    fields as ChapterFields;
  const local = fence && fromPortable({ fence: fence.fence }, names.idOf)['fence'];
  return [
    {
      key: id,
      pointOfViewEntityId: pointOfView,
      fence: (local ?? null) as StoredFence | null,
      fenceRevision: fence?.revision ?? 0,
      status,
      labels,
      synopsis,
      synopsisVersion,
      wordGoal: goal ?? null,
    },
  ];
};

/** The order that the keys give now; undefined where nothing moved. */
const orderAfter = (
  stored: ReadonlyMap<string, Fields>,
  changes: readonly DatabaseChange[],
  before: readonly string[] | null,
): string[] | undefined => {
  const changed = new Map(changes.map(({ id, fields }) => [id, fields]));
  const placed = [...stored].flatMap(([id, fields]) => {
    const { order } = (changed.get(id) ?? fields) as ChapterFields;
    return order !== null && isOrderKey(order) ? [{ id, key: order }] : [];
  });
  const order = sortByKeys(placed);
  const isSame = before === null ? order.length === 0 : order.join('\n') === before.join('\n');
  return isSame ? undefined : order;
};
