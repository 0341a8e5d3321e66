import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemory } from '#main/book/memory/index.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import { workingNoteLimit } from '#main/book/memory/sitting.ts';
import { contract } from '#shared/contract/index.ts';
import { Episode, MemoryRule, WorkingNote } from '#shared/domain/memory.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
let memory: MemoryService;
beforeEach(() => {
  world = openStoreWorld();
  memory = createMemory(world);
});
afterEach(() => world.close());

const projectId = 'project-a';
const other = 'project-b';
const learn = (text: string, confidence: number): MemoryRule =>
  memory.createRule({ projectId, text, confidence });
const rules = (): string[] => memory.listRules(projectId).map(({ text }) => text);
const code = (expected: string, details: object = {}) =>
  expect.objectContaining({ code: expected, details: expect.objectContaining(details) });

describe('memory rules', () => {
  it('S3-10 lists the most confident first, then the oldest', () => {
    learn('b', 0.5);
    learn('a', 0.9);
    learn('c', 0.5);
    learn('d', 0);
    expect(rules()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('S3-20 proposes a rule until it is confirmed, and keeps both over a restart', () => {
    const rule = learn('少用感叹号', 0.8);
    expect(MemoryRule.parse(rule)).toEqual(rule);
    expect(rule).toMatchObject({ confirmed: false, version: 1, tokenCount: 5 });
    const confirmed = memory.confirmRule({ projectId, ruleId: rule.ruleId });
    expect(confirmed).toEqual({
      ...rule,
      confirmed: true,
      version: 2,
      updatedAt: confirmed.updatedAt,
    });
    expect(createMemory({ ...world, database: world.reopen() }).listRules(projectId)).toEqual([
      confirmed,
    ]);
    expect(
      memory.createRule({ projectId, text: 'sure', confidence: 1, confirmed: true }).confirmed,
    ).toBe(true);
  });

  it('changes what the update names', () => {
    const { ruleId } = learn('old', 0.2);
    const changed = memory.updateRule({
      projectId,
      ruleId,
      expectedVersion: 1,
      text: 'newer',
      confidence: 0.7,
    });
    expect(changed).toMatchObject({
      text: 'newer',
      confidence: 0.7,
      tokenCount: 5,
      confirmed: false,
      version: 2,
    });
    expect(
      memory.updateRule({ projectId, ruleId, expectedVersion: 2, confirmed: true }),
    ).toMatchObject({
      text: 'newer',
      confidence: 0.7,
      confirmed: true,
    });
  });

  it('S3-36 answers a stale change with MEMORY_RULE_CONFLICT and the current version', () => {
    const { ruleId } = learn('one', 0.5);
    memory.updateRule({ projectId, ruleId, expectedVersion: 1, text: 'two' });
    expect(() =>
      memory.updateRule({ projectId, ruleId, expectedVersion: 1, text: 'three' }),
    ).toThrowError(code('MEMORY_RULE_CONFLICT', { currentVersion: 2 }));
    expect(() => memory.confirmRule({ projectId, ruleId, expectedVersion: 1 })).toThrowError(
      code('MEMORY_RULE_CONFLICT', { currentVersion: 2 }),
    );
    expect(memory.listRules(projectId)).toMatchObject([{ text: 'two', confirmed: false }]);
  });

  it('undoes a delete', () => {
    const rule = learn('one', 0.5);
    memory.removeRule(projectId, rule.ruleId);
    expect(rules()).toEqual([]);
    expect(() => memory.removeRule(projectId, rule.ruleId)).toThrowError(
      code('MEMORY_RULE_NOT_FOUND'),
    );
    expect(() => memory.confirmRule({ projectId, ruleId: rule.ruleId })).toThrowError(
      code('MEMORY_RULE_NOT_FOUND'),
    );
    expect(memory.restoreRule(projectId, rule.ruleId)).toEqual(rule);
    expect(memory.restoreRule(projectId, rule.ruleId)).toEqual(rule);
    expect(rules()).toEqual(['one']);
  });

  it('S3-41 treats a rule or an episode of another project as one that does not exist', () => {
    const { ruleId } = learn('mine', 0.5);
    const { episodeId } = memory.createEpisode({ projectId, text: 'mine' });
    for (const attempt of [
      () => memory.confirmRule({ projectId: other, ruleId }),
      () => memory.updateRule({ projectId: other, ruleId, expectedVersion: 1, text: 'theirs' }),
      () => memory.removeRule(other, ruleId),
      () => memory.restoreRule(other, ruleId),
    ]) {
      expect(attempt).toThrowError(code('MEMORY_RULE_NOT_FOUND'));
    }
    expect(() => memory.removeEpisode(other, episodeId)).toThrowError(
      code('MEMORY_EPISODE_NOT_FOUND'),
    );
    expect(memory.listRules(other)).toEqual([]);
    expect(memory.listEpisodes(other, 10)).toEqual([]);
    expect(rules()).toEqual(['mine']);
  });

  it('refuses empty text and a confidence outside 0 to 1 at the border', () => {
    const { input } = contract['memory:rules:create'];
    expect(input.safeParse({ projectId, text: '\u3000', confidence: 0.5 }).success).toBe(false);
    expect(input.safeParse({ projectId, text: 'a', confidence: 1.1 }).success).toBe(false);
  });
});

describe('episodes', () => {
  it('list the newest first, as many as asked for', () => {
    for (const text of ['one', 'two', 'three'])
      memory.createEpisode({ projectId, text, documentId: 'chapter-1' });
    const listed = memory.listEpisodes(projectId, 2);
    expect(listed.map(({ text }) => text)).toEqual(['three', 'two']);
    expect(listed.map((episode) => Episode.parse(episode))).toEqual(listed);
    memory.removeEpisode(projectId, listed[0]?.episodeId ?? '');
    expect(memory.listEpisodes(projectId, 9).map(({ text }) => text)).toEqual(['two', 'one']);
    expect(memory.countEpisodes(projectId)).toBe(2);
  });

  it('S3-41 bring a deleted one back as it was, with its time and its place', () => {
    const one = memory.createEpisode({ projectId, text: 'one', documentId: 'chapter-1' });
    memory.createEpisode({ projectId, text: 'two' });
    const before = memory.listEpisodes(projectId, 9);
    memory.removeEpisode(projectId, one.episodeId);
    const gone = code('MEMORY_EPISODE_NOT_FOUND');
    expect(() => memory.removeEpisode(projectId, one.episodeId)).toThrowError(gone);
    expect(() => memory.restoreEpisode(other, one.episodeId)).toThrowError(gone);
    const again = createMemory({ ...world, database: world.reopen() });
    expect(again.listEpisodes(projectId, 9)).toHaveLength(1);
    expect(again.restoreEpisode(projectId, one.episodeId)).toEqual(one);
    expect(again.listEpisodes(projectId, 9)).toEqual(before);
    // Another window was first.
    expect(again.restoreEpisode(projectId, one.episodeId)).toEqual(one);
  });
});

describe('working notes', () => {
  const notes = (): string[] => memory.listWorkingNotes(projectId).map(({ text }) => text);

  it(`keep the last ${workingNoteLimit} of this sitting, oldest first`, () => {
    for (let index = 0; index < workingNoteLimit + 5; index += 1)
      memory.addWorkingNote(projectId, null, `${index}`);
    expect(notes()).toHaveLength(workingNoteLimit);
    expect(notes()[0]).toBe('5');
    expect(notes().at(-1)).toBe(String(workingNoteLimit + 4));
    for (const note of memory.listWorkingNotes(projectId))
      expect(WorkingNote.parse(note)).toEqual(note);
  });

  it('hold nothing twice in a row for one document', () => {
    memory.addWorkingNote(projectId, 'chapter-1', 'a');
    memory.addWorkingNote(projectId, 'chapter-1', 'a');
    memory.addWorkingNote(projectId, 'chapter-2', 'a');
    memory.addWorkingNote(projectId, 'chapter-1', 'b');
    memory.addWorkingNote(projectId, 'chapter-1', 'a');
    expect(notes()).toEqual(['a', 'a', 'b', 'a']);
  });

  it('end with the sitting, are apart per project, reach no disk and cause no event', () => {
    memory.addWorkingNote(projectId, null, 'mine');
    memory.addWorkingNote(other, null, 'theirs');
    expect(createMemory(world).listWorkingNotes(projectId)).toEqual([]);
    memory.endSitting(projectId);
    expect(notes()).toEqual([]);
    expect(memory.listWorkingNotes(other)).toHaveLength(1);
    expect(world.events.heard).toEqual([]);
  });
});

describe('createMemory', () => {
  it('tells of every stored change once, and not of refused ones', () => {
    const { ruleId } = learn('one', 0.5);
    memory.confirmRule({ projectId, ruleId });
    memory.removeRule(projectId, ruleId);
    memory.restoreRule(projectId, ruleId);
    memory.restoreRule(projectId, ruleId);
    expect(() => memory.removeEpisode(projectId, 'none')).toThrowError(
      code('MEMORY_EPISODE_NOT_FOUND'),
    );
    memory.removeEpisode(projectId, memory.createEpisode({ projectId, text: 'x' }).episodeId);
    expect(world.events.heard).toEqual(
      Array.from({ length: 6 }, () => ({ name: 'memory:changed', payload: { projectId } })),
    );
  });

  it('deletes everything of a forgotten project for good', () => {
    const { ruleId } = learn('one', 0.5);
    memory.removeRule(projectId, learn('two', 0.5).ruleId);
    memory.createEpisode({ projectId, text: 'x' });
    memory.createEpisode({ projectId: other, text: 'y' });
    memory.addWorkingNote(projectId, null, 'z');
    memory.forgetProject(projectId);
    expect(memory.listRules(projectId)).toEqual([]);
    expect(memory.listEpisodes(projectId, 10)).toEqual([]);
    expect(memory.listWorkingNotes(projectId)).toEqual([]);
    expect(() => memory.restoreRule(projectId, ruleId)).toThrowError(code('MEMORY_RULE_NOT_FOUND'));
    expect(memory.listEpisodes(other, 10)).toHaveLength(1);
    expect(world.database.prepare('SELECT count(*) AS n FROM memory_rules').get()).toEqual({
      n: 0,
    });
  });

  it('hands out arrays the caller may sort, of members nobody may change', () => {
    learn('a', 0.9);
    learn('b', 0.5);
    memory.listRules(projectId).reverse();
    expect(rules()).toEqual(['a', 'b']);
    expect(() => Object.assign(memory.listRules(projectId)[0] ?? {}, { confirmed: true })).toThrow(
      /read only/,
    );
  });
});
