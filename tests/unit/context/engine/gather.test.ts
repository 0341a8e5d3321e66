import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gather } from '#main/context/engine/gather.ts';
import type { Sources } from '#main/context/engine/sources.ts';
import { createMentionFinder } from '#main/context/engine/mentions.ts';
import { createPreparation } from '#main/context/engine/preparation.ts';
import type { LogLevel } from '#main/platform.ts';
import { noBookSettings } from '#shared/domain/book-settings.ts';
import type { AssembleRequest } from '#shared/contract/context.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import { aChapter, aHit, bundledSkills } from '#tests/helpers/assembly-input.ts';

const gathering = async (
  hits: SearchHit[],
  text = '窗外的雪落了一夜。',
  cursorPosition = text.length,
  more: Partial<AssembleRequest> = {},
) => {
  const request = {
    projectId: 'a',
    documentId: 'document-2',
    cursorPosition,
    skillId: 'continue',
    ...more,
  };
  const logs: { level: LogLevel; message: string }[] = [];
  const chapters = [1, 2].map((number) => aChapter(number));
  const sources: Sources = {
    projects: {
      projectContext: () => ({ language: 'zh-CN', pointOfViewEntityId: null, ...noBookSettings }),
    },
    documents: {
      list: () => chapters,
      byId: () => new Map(chapters.map((chapter) => [chapter.documentId, chapter])),
      info: () => aChapter(2),
      read: () => Promise.resolve({ text, version: 'v' }),
      ownerOf: (documentId) => (documentId === 'of-project-b' ? 'b' : null),
    },
    constraints: { list: () => [], listDeletedFenced: () => [], malformed: () => [] },
    knowledge: {
      listEntities: () => [],
      listRelations: () => [],
      listDeletedFenced: () => [],
      malformed: () => ({ entities: [], relations: [] }),
      matcher: () => ({ find: () => [] }),
    },
    memory: {
      listRules: () => [],
      listEpisodes: () => [],
      listWorkingNotes: () => [],
      malformed: () => ({ rules: [], episodes: [] }),
    },
    threads: { listNear: () => Promise.resolve([]), malformed: () => [] },
    retrieval: {
      related: () => Promise.resolve({ hits, withheld: [] }),
      passagesOf: () => [],
      readAhead: () => {},
      search: () => Promise.resolve([]),
    },
    settings: { get: () => defaultSettings },
    findSkill: bundledSkills.find,
    prepare: createPreparation(),
    findMentions: createMentionFinder(),
  };
  const logger = { log: (level: LogLevel, message: string) => logs.push({ level, message }) };
  const gathered = gather(
    request,
    { sources, logger },
    {
      stickyEntityIds: new Set(),
      stickyChapterStart: null,
      storySoFar: false,
      hitLimit: 24,
      countAhead: () => Promise.resolve(),
      foreseeWhole: null,
    },
  );
  return { gathered, logs };
};

/** Characters of several code units, and marks that may stand where they have nothing to mark. */
const prose = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '雪',
        '𠮷',
        '👨‍👩‍👧‍👦',
        '🇨🇳',
        '👍🏽',
        'e\u0301',
        '\u0301',
        '\u200d',
        ' ',
        '\n',
        '\r\n',
        '。',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const bordersOf = (text: string): Set<number> =>
  new Set([...new Intl.Segmenter().segment(text)].map(({ index }) => index)).add(text.length);

describe('gather', () => {
  it('S3-11 a cursor inside a character beyond the basic plane stands behind it', async () => {
    const { gathered } = await gathering([], '他说𠮷好。', 3);
    const { input } = await gathered;
    expect([input.before, input.after]).toEqual(['他说𠮷', '好。']);
  });

  it('S3-11 no cursor tears a character as readers see it, and none is lost (property)', async () => {
    await fc.assert(
      fc.asyncProperty(prose, fc.nat(200), async (text, at) => {
        const cursor = at % (text.length + 1);
        const { gathered } = await gathering([], text, cursor);
        const { before, after } = (await gathered).input;
        expect(before + after).toBe(text);
        expect(before.length).toBe([...bordersOf(text)].find((border) => border >= cursor));
      }),
    );
  });

  it('S3-11 no selection tears a character, or leaves out what was selected (property)', async () => {
    await fc.assert(
      fc.asyncProperty(prose, fc.nat(200), fc.nat(200), async (text, one, other) => {
        const [start = 0, end = 0] = [one, other]
          .map((at) => at % (text.length + 1))
          .sort((a, b) => a - b);
        const selected = text.slice(start, end).trim();
        fc.pre(selected !== '');
        const selection = { start, end };
        const { gathered } = await gathering([], text, end, { skillId: 'rewrite', selection });
        const { passage, before, after } = (await gathered).input;
        expect(before + (passage?.text ?? '') + after).toBe(text);
        expect(passage?.text).toContain(selected);
        const borders = bordersOf(text);
        expect([passage?.start, passage?.end].every((at) => borders.has(at ?? -1))).toBe(true);
      }),
    );
  });

  it('S3-46 S3-41 refuses a request to which a passage of project B was offered, with a security line', async () => {
    const { gathered, logs } = await gathering([
      aHit('mine', 2, '甲'),
      aHit('theirs', 1, '乙的秘密', { documentId: 'of-project-b' }),
    ]);
    await expect(gathered).rejects.toMatchObject({ code: 'CONTEXT_SCOPE_VIOLATION' });
    expect(logs).toEqual([{ level: 'security', message: 'CONTEXT_SCOPE_VIOLATION' }]);
  });

  it('S3-41 leaves out a passage of a chapter that is gone, without a word', async () => {
    const { gathered, logs } = await gathering([
      aHit('gone', 2, '旧章', { documentId: 'deleted' }),
      aHit('mine', 1, '甲'),
    ]);
    const { input, warnings } = await gathered;
    expect(input.hits.map(({ chunkId }) => chunkId)).toEqual(['mine']);
    expect([...logs, ...warnings]).toEqual([]);
  });

  it('S3-02 S3-39 says CONTEXT_LAYER_INVALID once when passages are malformed, and takes the others', async () => {
    const { gathered } = await gathering([
      aHit('torn', 2, '甲', { end: 99 }),
      aHit('unscored', Number.NaN, '甲'),
      aHit('good', 1, '甲'),
    ]);
    const { input, warnings } = await gathered;
    expect(input.hits.map(({ chunkId }) => chunkId)).toEqual(['good']);
    expect(warnings).toEqual([
      'CONTEXT_LAYER_INVALID: 有数据格式不合，未注入：旧文 torn、旧文 unscored',
    ]);
  });
});
