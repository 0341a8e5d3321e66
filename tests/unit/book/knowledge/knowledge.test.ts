import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldName } from '#main/book/knowledge/folding.ts';
import { createKnowledge } from '#main/book/knowledge/index.ts';
import { createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { WrittenEntity } from '#shared/domain/entity-change.ts';
import { Entity, EntityName, Relation } from '#shared/domain/knowledge.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
let knowledge: KnowledgeService;
beforeEach(() => {
  world = openStoreWorld();
  knowledge = createKnowledge(world);
});
afterEach(() => world.close());

const projectId = 'project-a';
const other = 'project-b';
/** An entry as lists have it. */
const plain = ({ changes: _changes, ...entity }: WrittenEntity): Entity => entity;
const add = (
  name: string,
  more: Partial<Parameters<KnowledgeService['createEntity']>[0]> = {},
): Entity => {
  const given = { projectId, kind: 'character' as const, name, summary: '', ...more };
  return plain(knowledge.createEntity(given));
};
const relate = (subject: Entity, object: Entity, predicate = 'knows'): Relation =>
  knowledge.createRelation({
    projectId,
    subjectId: subject.entityId,
    predicate,
    objectId: object.entityId,
  });
const names = (): string[] => knowledge.listEntities(projectId).map(({ name }) => name);
const code = (expected: string, details: object = {}) =>
  expect.objectContaining({ code: expected, details: expect.objectContaining(details) });

describe('entities', () => {
  it('keep everything the writer says, in the order of creation, over a restart', () => {
    const created = add('林远', {
      aliases: ['阿远'],
      summary: '渡口的人。',
      validFromChapter: 2,
      validToChapter: 9,
      inclusion: 'always',
      fence: { knownBy: ['x'] },
    });
    expect(Entity.parse(created)).toEqual(created);
    expect(created).toMatchObject({
      aliases: ['阿远'],
      tokenCount: 7,
      version: 1,
      validToChapter: 9,
    });
    const plain = add('Ellery');
    expect(plain).toMatchObject({
      aliases: [],
      inclusion: 'auto',
      fence: null,
      validFromChapter: null,
      validToChapter: null,
    });
    expect(createKnowledge({ ...world, database: world.reopen() }).listEntities(projectId)).toEqual(
      [created, plain],
    );
  });

  it('drop aliases that repeat the name or each other, in any spelling', () => {
    expect(add('龍王', { aliases: ['龙王', '海主', '海主', 'Ｄragon', 'dragon'] }).aliases).toEqual(
      ['海主', 'Ｄragon'],
    );
  });

  it('F8 bear up to 500 aliases, each found in the text; more are ENTITY_INVALID and say the limit', () => {
    const aliases = Array.from({ length: 501 }, (_, index) => `第${index}号巡夜人`);
    expect(() => add('守夜人', { aliases })).toThrowError(
      code('ENTITY_INVALID', { field: 'aliases', limit: 500, count: 501 }),
    );
    const { entityId } = add('守夜人', { aliases: aliases.slice(1) });
    expect(knowledge.matcher(projectId).find('她遇见第500号巡夜人。')).toEqual([
      { entityId, name: '第500号巡夜人', start: 3, end: 11 },
    ]);
    expect(() =>
      knowledge.updateEntity({ projectId, entityId, expectedVersion: 1, aliases }),
    ).toThrowError(code('ENTITY_INVALID', { field: 'aliases' }));
    // What folds to one name counts once.
    expect(add('更夫', { aliases: [...aliases.slice(1), '第500號巡夜人'] }).aliases).toHaveLength(
      500,
    );
  });

  it('F8 need something to be called by: marks alone are no name', () => {
    for (const name of [
      '。',
      '……',
      '——',
      '?!',
      '\u0301',
      '\u200d',
      '\ufe0f',
      '《》',
      '·',
      ' ',
      '_',
    ]) {
      expect(EntityName.safeParse(name).success, JSON.stringify(name)).toBe(false);
    }
    for (const name of ['林', '7', '阿Q', 'Q.', '“影子”', '☆', '🐉', '〇', 'é', 'ᛟ', '○○']) {
      expect(EntityName.safeParse(name).success, name).toBe(true);
    }
    const { folding } = createMatcherTools();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4 }), (name) => {
        fc.pre(EntityName.safeParse(name).success);
        expect(foldName(name, folding)).not.toEqual([]);
      }),
    );
  });

  it('refuse a second entity of one name and kind, and chapters in the wrong order', () => {
    const first = add('Ann');
    expect(() => add('ＡＮＮ')).toThrowError(code('ENTITY_INVALID', { entityId: first.entityId }));
    add('Ann', { kind: 'location' });
    add('Annie', { aliases: ['Ann'] });
    expect(() => add('Bo', { validFromChapter: 5, validToChapter: 4 })).toThrowError(
      code('ENTITY_INVALID', { field: 'validToChapter' }),
    );
    const bo = add('Bo', { validFromChapter: 5 });
    expect(() =>
      knowledge.updateEntity({
        projectId,
        entityId: bo.entityId,
        expectedVersion: 1,
        validToChapter: 4,
      }),
    ).toThrowError(code('ENTITY_INVALID'));
    expect(() =>
      knowledge.updateEntity({ projectId, entityId: bo.entityId, expectedVersion: 1, name: 'ann' }),
    ).toThrowError(code('ENTITY_INVALID', { field: 'name' }));
    expect(names()).toEqual(['Ann', 'Ann', 'Annie', 'Bo']);
  });

  it('change what the update names', () => {
    const before = add('林远', { aliases: ['阿远'], validFromChapter: 3 });
    const { entityId } = before;
    const change = { name: '林遠山', summary: '走了' };
    const after = plain(
      knowledge.updateEntity({ projectId, entityId, expectedVersion: 1, ...change }),
    );
    expect(after).toEqual({
      ...before,
      ...change,
      tokenCount: 5,
      version: 2,
      updatedAt: after.updatedAt,
    });
    expect(
      knowledge.updateEntity({
        projectId,
        entityId,
        expectedVersion: 2,
        validFromChapter: null,
        aliases: [],
      }),
    ).toMatchObject({ name: '林遠山', validFromChapter: null, aliases: [] });
  });

  it('S3-36 answer a stale update with ENTITY_CONFLICT and the current version', () => {
    const { entityId } = add('one');
    knowledge.updateEntity({ projectId, entityId, expectedVersion: 1, name: 'two' });
    expect(() =>
      knowledge.updateEntity({ projectId, entityId, expectedVersion: 1, name: 'three' }),
    ).toThrowError(code('ENTITY_CONFLICT', { currentVersion: 2 }));
    expect(names()).toEqual(['two']);
  });

  it('take their relations with them when deleted, and bring them back', () => {
    const [ann, bo, cy] = [add('Ann'), add('Bo'), add('Cy')];
    const one = relate(ann, bo);
    const two = relate(bo, cy);
    const three = relate(cy, ann);
    knowledge.removeEntity(projectId, ann.entityId);
    expect(names()).toEqual(['Bo', 'Cy']);
    expect(knowledge.listRelations(projectId)).toEqual([two]);
    expect(() => knowledge.removeEntity(projectId, ann.entityId)).toThrowError(
      code('ENTITY_NOT_FOUND'),
    );
    expect(() => relate(bo, ann)).toThrowError(code('RELATION_INVALID'));
    expect(knowledge.restoreEntity(projectId, ann.entityId)).toEqual(ann);
    expect(names()).toEqual(['Ann', 'Bo', 'Cy']);
    expect(knowledge.listRelations(projectId)).toEqual([one, two, three]);
  });

  it('are not restored beside a namesake that took their place', () => {
    const { entityId } = add('Ann');
    knowledge.removeEntity(projectId, entityId);
    add('Ann');
    expect(() => knowledge.restoreEntity(projectId, entityId)).toThrowError(code('ENTITY_INVALID'));
    expect(names()).toEqual(['Ann']);
  });
});

describe('relations', () => {
  it('need two different living entities of the project', () => {
    const [ann, bo] = [add('Ann'), add('Bo')];
    const theirs = knowledge.createEntity({
      projectId: other,
      kind: 'character',
      name: 'X',
      summary: '',
    });
    expect(Relation.parse(relate(ann, bo))).toMatchObject({
      predicate: 'knows',
      version: 1,
      fence: null,
    });
    for (const [subject, object] of [
      [ann, ann],
      [ann, theirs],
      [theirs, ann],
    ] as const) {
      expect(() => relate(subject, object)).toThrowError(code('RELATION_INVALID'));
    }
    expect(() =>
      knowledge.createRelation({
        projectId,
        subjectId: ann.entityId,
        predicate: 'knows',
        objectId: bo.entityId,
        validFromChapter: 3,
        validToChapter: 2,
      }),
    ).toThrowError(code('RELATION_INVALID'));
    expect(knowledge.listRelations(projectId)).toHaveLength(1);
  });

  it('go when deleted', () => {
    const { relationId } = relate(add('Ann'), add('Bo'));
    expect(() => knowledge.removeRelation(other, relationId)).toThrowError(
      code('RELATION_NOT_FOUND'),
    );
    knowledge.removeRelation(projectId, relationId);
    expect(knowledge.listRelations(projectId)).toEqual([]);
    expect(() => knowledge.removeRelation(projectId, relationId)).toThrowError(
      code('RELATION_NOT_FOUND'),
    );
  });

  it('are made once, however often they are asked for [W6]', () => {
    const [ann, bo] = [add('Ann'), add('Bo')];
    const made = relate(ann, bo);
    expect(relate(ann, bo)).toEqual(made);
    expect(relate(bo, ann)).not.toEqual(made);
    expect(relate(ann, bo, 'fears')).not.toEqual(made);
    expect(knowledge.listRelations(projectId)).toHaveLength(3);
  });

  it('come back as the ones they were, asked for twice or where the same was made meanwhile [W6]', () => {
    const [ann, bo] = [add('Ann'), add('Bo')];
    const made = relate(ann, bo);
    const restore = () => knowledge.restoreRelation(projectId, made.relationId);
    expect(() => knowledge.restoreRelation(other, made.relationId)).toThrowError(
      code('RELATION_NOT_FOUND'),
    );
    knowledge.removeRelation(projectId, made.relationId);
    expect([restore(), restore()]).toEqual([made, made]);
    expect(knowledge.listRelations(projectId)).toEqual([made]);
    knowledge.removeRelation(projectId, made.relationId);
    const again = relate(ann, bo);
    expect(restore()).toEqual(again);
    expect(knowledge.listRelations(projectId)).toEqual([again]);
  });

  it('come back with the entry they lead to, where that was deleted meanwhile [W6]', () => {
    const [ann, bo] = [add('Ann'), add('Bo')];
    const made = relate(ann, bo);
    knowledge.removeRelation(projectId, made.relationId);
    knowledge.removeEntity(projectId, bo.entityId);
    knowledge.restoreRelation(projectId, made.relationId);
    expect(knowledge.listRelations(projectId)).toEqual([]);
    knowledge.restoreEntity(projectId, bo.entityId);
    expect(knowledge.listRelations(projectId)).toEqual([made]);
  });
});

describe('createKnowledge', () => {
  it('S3-41 treats an id of another project as one that does not exist', () => {
    const { entityId } = add('mine');
    for (const attempt of [
      () =>
        knowledge.updateEntity({ projectId: other, entityId, expectedVersion: 1, name: 'theirs' }),
      () => knowledge.removeEntity(other, entityId),
      () => knowledge.restoreEntity(other, entityId),
    ]) {
      expect(attempt).toThrowError(code('ENTITY_NOT_FOUND'));
    }
    expect(knowledge.listEntities(other)).toEqual([]);
    expect(knowledge.matcher(other).find('mine')).toEqual([]);
    expect(names()).toEqual(['mine']);
  });

  it('N8 keeps one matcher until a name changes', () => {
    const { entityId } = add('林远', { aliases: ['阿远'] });
    const matcher = knowledge.matcher(projectId);
    expect(matcher.find('渡口边，阿远等着林远的船。')).toEqual([
      { entityId, name: '阿远', start: 4, end: 6 },
      { entityId, name: '林远', start: 8, end: 10 },
    ]);
    expect(knowledge.matcher(projectId)).toBe(matcher);
    knowledge.updateEntity({ projectId, entityId, expectedVersion: 1, aliases: [] });
    expect(knowledge.matcher(projectId).find('阿远')).toEqual([]);
    knowledge.removeEntity(projectId, entityId);
    expect(knowledge.matcher(projectId).find('林远')).toEqual([]);
    knowledge.restoreEntity(projectId, entityId);
    expect(knowledge.matcher(projectId).find('林远')).toHaveLength(1);
  });

  it('tells of every stored change once, and not of refused ones', () => {
    const [ann, bo] = [add('Ann'), add('Bo')];
    expect(() => add('Ann')).toThrowError(code('ENTITY_INVALID'));
    knowledge.removeRelation(projectId, relate(ann, bo).relationId);
    knowledge.removeEntity(projectId, ann.entityId);
    knowledge.restoreEntity(projectId, ann.entityId);
    knowledge.restoreEntity(projectId, ann.entityId);
    expect(world.events.heard).toEqual(
      Array.from({ length: 6 }, () => ({ name: 'knowledge:changed', payload: { projectId } })),
    );
  });

  it('deletes everything of a forgotten project for good', () => {
    const [ann, bo] = [add('Ann'), add('Bo')];
    relate(ann, bo);
    knowledge.createEntity({ projectId: other, kind: 'item', name: 'theirs', summary: '' });
    knowledge.removeEntity(projectId, bo.entityId);
    knowledge.forgetProject(projectId);
    expect(knowledge.listEntities(projectId)).toEqual([]);
    expect(() => knowledge.restoreEntity(projectId, bo.entityId)).toThrowError(
      code('ENTITY_NOT_FOUND'),
    );
    const count = (table: string) =>
      world.database.prepare(`SELECT count(*) AS n FROM ${table}`).get();
    expect([count('entities'), count('relations')]).toEqual([{ n: 1 }, { n: 0 }]);
    expect(knowledge.listEntities(other)).toHaveLength(1);
  });

  it('hands out arrays the caller may sort, of members nobody may change', () => {
    add('a', { aliases: ['b'] });
    add('c');
    knowledge.listEntities(projectId).reverse();
    expect(names()).toEqual(['a', 'c']);
    expect(() => knowledge.listEntities(projectId)[0]?.aliases.push('x')).toThrow(/not extensible/);
  });
});
