import { expect, it } from 'vitest';
import type { ChapterSettings, ChapterSettingsAccess } from '#main/book/documents/service.ts';
import { createChapterSource } from '#main/book/records/chapter-source.ts';
import type { GroupedFiles } from '#main/book/records/group-files.ts';
import { kindSpecs } from '#main/book/records/kinds.ts';
import { stateOf } from '#main/book/records/record-state.ts';
import type { RecordStore } from '#main/book/records/store.ts';

const empty = kindSpecs.chapters.empty;

const chapterAt = (key: string): ChapterSettings => ({
  ...{ key, documentId: key, path: `${key}.md`, version: 'v', isPresent: true },
  ...{ pointOfViewEntityId: null, fence: null, fenceRevision: 0, status: null },
  ...{ synopsis: '', synopsisVersion: null, labels: [], wordGoal: null },
});

/** A folder's chapters in memory, that counts how often they are asked for. */
const folderOf = (keys: readonly string[]) => {
  const chapters = new Map(keys.map((key) => [key, chapterAt(key)]));
  const asked = { lists: 0 };
  const settings = {
    list() {
      asked.lists += 1;
      const all = [...chapters.values()];
      return { chapters: all, byKey: new Map(all.map((one) => [one.key, one])) };
    },
    async rekey(_projectId, documentId, key) {
      chapters.set(documentId, { ...chapterAt(documentId), key });
    },
  } as Pick<ChapterSettingsAccess, 'list' | 'rekey'> as ChapterSettingsAccess;
  return { settings, asked };
};

const recordsOf = (files: readonly (readonly [id: string, path: string])[]): GroupedFiles => ({
  byId: new Map(
    files.map(([id, path]) => {
      const text = { id, state: stateOf(empty, []), editedVersion: null };
      const main = {
        path: `.fabula/chapters/${id}.yaml`,
        stamp: { inode: '1', size: 1, modifiedAt: 1 },
        text: { ...text, hints: { path, hash: 'v' } },
        isUnchanged: false,
      };
      return [id, { main, copies: [], bad: [] }];
    }),
  ),
  problems: [],
});

const sourceOf = (settings: ChapterSettingsAccess) => {
  const store = { dropAgreed: () => undefined } as Pick<RecordStore, 'dropAgreed'> as RecordStore;
  return createChapterSource({ projectId: 'book', settings, store });
};

it('asks for the chapters of a folder no more often where they are many [B1 W1]', async () => {
  const countFor = async (count: number): Promise<number> => {
    const keys = Array.from({ length: count }, (_, at) => `chapter-${at}`);
    const { settings, asked } = folderOf(keys);
    const files = recordsOf(keys.map((key) => [key, `${key}.md`]));
    await sourceOf(settings).joinFiles?.(files, new Map());
    return asked.lists;
  };
  expect(await countFor(500)).toBe(await countFor(1));
});

it('knows a chapter that just got the id of its record, when another record says to be it [B1 B5]', async () => {
  const { settings } = folderOf(['m']);
  const files = recordsOf([
    ['b', 'm.md'],
    ['a', 'm.md'],
  ]);
  await sourceOf(settings).joinFiles?.(files, new Map());
  expect(settings.list('book').chapters.map(({ key }) => key)).toEqual(['a']);
  expect([...files.byId.keys()]).toEqual(['a']);
});
