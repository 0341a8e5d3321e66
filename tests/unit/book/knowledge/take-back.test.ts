import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChapters } from '#main/book/chapters.ts';
import { createKnowledge } from '#main/book/knowledge/index.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { WrittenEntity } from '#shared/domain/entity-change.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
let knowledge: KnowledgeService;
/** The chapters of the book, in their order. */
let order: string[];
beforeEach(() => {
  world = openStoreWorld();
  order = ['one', 'two', 'three', 'four'];
  let made = { order, chapters: createChapters(order, []) };
  const chapters = () => {
    if (made.order !== order) made = { order, chapters: createChapters(order, []) };
    return made.chapters;
  };
  knowledge = createKnowledge({ ...world, chapters });
});
afterEach(() => world.close());

const projectId = 'project-a';
type Create = Parameters<KnowledgeService['createEntity']>[0];
type Update = Parameters<KnowledgeService['updateEntity']>[0];

const create = (name: string, more: Partial<Create> = {}) =>
  knowledge.createEntity({ projectId, kind: 'character', name, summary: '撑船的人。', ...more });
const list = () => knowledge.listEntities(projectId);
const names = () => list().map(({ name }) => name);
const facts = () => list().map(({ version: _v, updatedAt: _u, ...rest }) => rest);
const now = (entityId: string): Entity => {
  const found = list().find((one) => one.entityId === entityId);
  if (found === undefined) throw new Error('there is no such entry');
  return found;
};
const update = (
  { entityId }: { entityId: string },
  change: Omit<Update, 'projectId' | 'entityId' | 'expectedVersion'>,
) =>
  knowledge.updateEntity({
    ...{ projectId, entityId, expectedVersion: now(entityId).version },
    ...change,
  });
const takeBack = ({ changes }: Pick<WrittenEntity, 'changes'>, portrayed: string[] = []) =>
  knowledge.takeBackEntities(projectId, changes, new Set(portrayed));
const refusal = (details: object) =>
  expect.objectContaining({ code: 'FIELD_CHANGED', details: expect.objectContaining(details) });

const anchored: Partial<Create> = {
  ...{ validFromChapter: 1, validToChapter: 3, fence: { notBeforeChapter: 2 } },
  details: [{ detailId: 'a', label: '身份', text: '船工', fromChapter: 2 }],
};

describe('a changed entry that is taken back [W1, W6]', () => {
  it('is as it was in every field, and as it was made when that is taken back in turn', () => {
    const made = create('舅公', { ...anchored, aliases: ['船公'] });
    const before = facts();
    const changed = update(made, {
      ...{ name: '外公', kind: 'concept', aliases: [], summary: '写错了。', inclusion: 'never' },
      ...{ details: [], validFromChapter: null, validToChapter: 4, fence: { neverSend: true } },
    });
    const after = facts();
    expect(after).not.toEqual(before);
    const back = takeBack(changed);
    expect(facts()).toEqual(before);
    expect(takeBack({ changes: back })).toEqual(changed.changes);
    expect(facts()).toEqual(after);
  });

  it('rises its version, so that a form begun before meets it, and is told of once', () => {
    const changed = update(create('舅公'), { summary: '写错了。' });
    world.events.heard.length = 0;
    takeBack(changed);
    expect(list()).toMatchObject([{ version: 3, summary: '撑船的人。' }]);
    expect(takeBack(changed)).toEqual([]);
    expect(world.events.heard).toHaveLength(1);
    expect(knowledge.matcher(projectId).find('舅公')).toHaveLength(1);
  });

  it('is found by its names again', () => {
    const changed = update(create('舅公'), { name: '外公' });
    takeBack(changed);
    const found = knowledge.matcher(projectId).find('外公和舅公');
    expect(found.map(({ name }) => name)).toEqual(['舅公']);
  });

  it('goes back to the chapters it had, wherever they stand by now [B3]', () => {
    const made = create('舅公', anchored);
    const changed = update(made, {
      ...{ validFromChapter: 2, validToChapter: 4, fence: { notBeforeChapter: 3 } },
      details: [{ detailId: 'a', label: '身份', text: '船工', fromChapter: 3 }],
    });
    order = ['new', 'three', 'one', 'two', 'four'];
    expect(list()).toMatchObject([
      { validFromChapter: 4, validToChapter: 5, fence: { notBeforeChapter: 2 } },
    ]);
    takeBack(changed);
    expect(list()).toMatchObject([
      {
        ...{ validFromChapter: 3, validToChapter: 2, fence: { notBeforeChapter: 4 } },
        details: [{ fromChapter: 4 }],
      },
    ]);
    order = ['one', 'two', 'three', 'four'];
    const { validFromChapter, validToChapter, fence, details } = made;
    expect(list()).toMatchObject([{ validFromChapter, validToChapter, fence, details }]);
  });

  it('leaves the chapters it was given where only words are taken back [B3]', () => {
    const made = create('舅公', anchored);
    const changed = update(made, { summary: '写错了。' });
    order = ['two', 'one', 'four', 'three'];
    const moved = now(made.entityId);
    takeBack(changed);
    const { validFromChapter, validToChapter, fence, details } = moved;
    expect(list()).toMatchObject([
      { summary: '撑船的人。', validFromChapter, validToChapter, fence, details },
    ]);
  });

  it('stays closed while its chapter is gone, and waits for that again once it is back [B2, B3]', () => {
    const made = create('舅公', { fence: { notBeforeChapter: 2 } });
    const changed = update(made, { fence: null });
    order = ['one', 'three', 'four'];
    takeBack(changed);
    expect(list()[0]?.fence).toEqual({ notBeforeChapter: 4 });
    order = ['one', 'three', 'four', 'two'];
    expect(list()[0]?.fence).toEqual({ notBeforeChapter: 4 });
    order = ['one', 'two', 'three', 'four'];
    expect(list()[0]?.fence).toEqual({ notBeforeChapter: 2 });
  });

  it('is refused by name where another wrote, and where it is gone; nothing is lost', () => {
    const changed = update(create('舅公'), { summary: '写错了。' });
    update(changed, { summary: '别处的写法。', aliases: ['老船公'] });
    const { entityId } = changed;
    const fields = ['aliases', 'summary'];
    expect(() => takeBack(changed)).toThrowError(refusal({ entityId, fields }));
    expect(list()).toMatchObject([{ summary: '别处的写法。', aliases: ['老船公'] }]);
    knowledge.removeEntity(projectId, entityId);
    expect(() => takeBack(changed)).toThrowError(refusal({ entityId, fields: ['deleted'] }));
    knowledge.restoreEntity(projectId, entityId);
    expect(list()).toMatchObject([{ summary: '别处的写法。', aliases: ['老船公'] }]);
  });

  it('is refused where another fenced it meanwhile, and stays fenced', () => {
    const changed = update(create('舅公'), { summary: '写错了。' });
    update(changed, { fence: { neverSend: true } });
    expect(() => takeBack(changed)).toThrowError(refusal({ fields: ['fence'] }));
    expect(list()).toMatchObject([{ summary: '写错了。', fence: { neverSend: true } }]);
  });

  it('is refused where another entry has its name by now', () => {
    const changed = update(create('舅公'), { name: '外公' });
    const { entityId } = create('舅公');
    expect(() => takeBack(changed)).toThrowError(
      expect.objectContaining({ code: 'ENTITY_INVALID', details: { field: 'name', entityId } }),
    );
    expect(names()).toEqual(['外公', '舅公']);
  });
});

describe('a new entry that is taken back [W1, W6]', () => {
  it('is gone, and comes back with all it had when that is taken back, wherever chapters stand [B3]', () => {
    const made = create('舅公', anchored);
    const back = takeBack(made);
    expect(names()).toEqual([]);
    expect(takeBack(made)).toEqual([]);
    order = ['three', 'two', 'one', 'four'];
    takeBack({ changes: back });
    expect(list()).toMatchObject([
      { name: '舅公', validFromChapter: 3, validToChapter: 1, fence: { notBeforeChapter: 2 } },
    ]);
  });

  it('stays with what was written of it since', () => {
    const made = create('舅公');
    update(made, { summary: '别处的写法。' });
    const { entityId } = made;
    expect(() => takeBack(made)).toThrowError(refusal({ entityId, fields: ['summary'] }));
    expect(names()).toEqual(['舅公']);
  });

  it('stays with its relations and its portrait, whichever end of a relation it is', () => {
    const [one, two] = [create('舅公'), create('阿远')];
    const [subjectId, objectId] = [one.entityId, two.entityId];
    const relation = { projectId, subjectId, predicate: '舅公', objectId };
    const { relationId } = knowledge.createRelation(relation);
    for (const made of [one, two]) {
      const { entityId } = made;
      expect(() => takeBack(made)).toThrowError(refusal({ entityId, fields: ['relations'] }));
    }
    expect(knowledge.listRelations(projectId)).toHaveLength(1);
    knowledge.removeRelation(projectId, relationId);
    expect(() => takeBack(one, [subjectId])).toThrowError(refusal({ fields: ['portrait'] }));
    takeBack(one, [objectId]);
    expect(names()).toEqual(['阿远']);
  });
});

describe('changes of entries', () => {
  it('are taken back all or none', () => {
    const [one, two] = [create('舅公'), create('阿远')];
    const changes = [
      update(one, { summary: '写错了。' }),
      update(two, { summary: '也写错了。' }),
    ].flatMap((changed) => changed.changes);
    update(two, { aliases: ['小远'] });
    expect(() => takeBack({ changes })).toThrowError(refusal({ entityId: two.entityId }));
    expect(list().map(({ summary }) => summary)).toEqual(['写错了。', '也写错了。']);
  });

  it('of another book are as good as none [S3-41]', () => {
    const changed = update(create('舅公'), { summary: '写错了。' });
    expect(() => knowledge.takeBackEntities('project-b', changed.changes, new Set())).toThrowError(
      expect.objectContaining({ code: 'ENTITY_NOT_FOUND' }),
    );
    expect(list()).toMatchObject([{ summary: '写错了。' }]);
  });

  it('are none where nothing became another', () => {
    const made = create('舅公', anchored);
    const same = { validFromChapter: 1, fence: { notBeforeChapter: 2 }, summary: made.summary };
    expect(update(made, same).changes).toEqual([]);
  });
});

it('a deleted entry comes back though its chapters changed places meanwhile [W1, B3]', () => {
  const { entityId } = create('舅公', anchored);
  knowledge.removeEntity(projectId, entityId);
  order = ['three', 'two', 'one', 'four'];
  knowledge.restoreEntity(projectId, entityId);
  expect(list()).toMatchObject([{ validFromChapter: 3, validToChapter: 1 }]);
});
