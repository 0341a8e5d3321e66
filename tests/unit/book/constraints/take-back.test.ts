import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createChapters } from '#main/book/chapters.ts';
import { createConstraints } from '#main/book/constraints/index.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import { constraintLimit, type WrittenConstraint } from '#shared/domain/constraint.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
let constraints: ConstraintsService;
/** The chapters of the book, in their order. */
let order: string[];
beforeEach(() => {
  world = openStoreWorld();
  order = ['one', 'two', 'three'];
  let made = { order, chapters: createChapters(order, []) };
  const chapters = () => {
    if (made.order !== order) made = { order, chapters: createChapters(order, []) };
    return made.chapters;
  };
  constraints = createConstraints({ ...world, chapters });
});
afterEach(() => world.close());

const projectId = 'project-a';
const create = (text: string) => constraints.create({ projectId, type: 'style', text });
const list = () => constraints.list(projectId);
const texts = () => list().map(({ text }) => text);
const facts = () => list().map(({ version: _v, updatedAt: _u, ...rest }) => rest);
const takeBack = ({ changes }: Pick<WrittenConstraint, 'changes'>) =>
  constraints.takeBack(projectId, changes);
const update = (
  { constraintId }: { constraintId: string },
  change: Omit<
    Parameters<ConstraintsService['update']>[0],
    'projectId' | 'constraintId' | 'expectedVersion'
  >,
) => {
  const now = list().find((one) => one.constraintId === constraintId);
  const scope = { projectId, constraintId, expectedVersion: now?.version ?? 0 };
  return constraints.update({ ...scope, ...change });
};
const refusal = (details: object) =>
  expect.objectContaining({ code: 'FIELD_CHANGED', details: expect.objectContaining(details) });

describe('a changed constraint that is taken back [S3-22, W1]', () => {
  it('is as it was in every field, and as it was made when that is taken back in turn', () => {
    const made = create('不写梦。');
    const before = facts();
    const changed = update(made, {
      ...{ text: '不写回忆。', type: 'plot', enabled: false, priority: 3 },
      fence: { notBeforeChapter: 2, knownBy: ['someone'] },
    });
    const after = facts();
    const back = takeBack(changed);
    expect(facts()).toEqual(before);
    expect(takeBack({ changes: back })).toEqual(changed.changes);
    expect(facts()).toEqual(after);
  });

  it('rises its version, so that a form begun before meets it, and is told of once', () => {
    const changed = update(create('不写梦。'), { enabled: false });
    world.events.heard.length = 0;
    takeBack(changed);
    expect(list()).toMatchObject([{ version: 3, enabled: true }]);
    expect(takeBack(changed)).toEqual([]);
    expect(world.events.heard).toHaveLength(1);
  });

  it('leaves what was changed beside it since', () => {
    const changed = update(create('不写梦。'), { text: '不写回忆。' });
    update(changed, { enabled: false, fence: { neverSend: true } });
    takeBack(changed);
    expect(list()).toMatchObject([
      { text: '不写梦。', enabled: false, fence: { neverSend: true } },
    ]);
  });

  it('is refused by name where another wrote there, and where it is gone; nothing is lost', () => {
    const changed = update(create('不写梦。'), { text: '不写回忆。', type: 'plot' });
    update(changed, { text: '别处的写法。' });
    const { constraintId } = changed;
    expect(() => takeBack(changed)).toThrowError(refusal({ constraintId, fields: ['text'] }));
    expect(list()).toMatchObject([{ text: '别处的写法。', type: 'plot' }]);
    constraints.remove(projectId, constraintId);
    expect(() => takeBack(changed)).toThrowError(refusal({ constraintId, fields: ['deleted'] }));
    constraints.restore(projectId, constraintId);
    expect(list()).toMatchObject([{ text: '别处的写法。', type: 'plot' }]);
  });

  it('is fenced until the same chapter again, wherever that stands by now [B3]', () => {
    const made = constraints.create({
      ...{ projectId, type: 'plot', text: '不说破。', fence: { notBeforeChapter: 2 } },
    });
    const changed = update(made, { fence: { notBeforeChapter: 5 } });
    order = ['three', 'new', 'one', 'two'];
    expect(list()[0]?.fence).toEqual({ notBeforeChapter: 3 });
    takeBack(changed);
    expect(list()[0]?.fence).toEqual({ notBeforeChapter: 4 });
  });

  it('is open again where it was before, and refused where another fenced it meanwhile', () => {
    const changed = update(create('不说破。'), { fence: { notBeforeChapter: 2 } });
    takeBack(changed);
    expect(list()[0]?.fence).toBeNull();
    const again = update(changed, { fence: { notBeforeChapter: 2 } });
    update(changed, { fence: { neverSend: true } });
    expect(() => takeBack(again)).toThrowError(refusal({ fields: ['fence'] }));
    expect(list()[0]?.fence).toEqual({ neverSend: true });
  });
});

describe('an added constraint that is taken back [S3-22, W1]', () => {
  it('is gone, be it at another place by now, and comes back when that is taken back', () => {
    const [one, two] = [create('一'), create('二')];
    constraints.reorder(projectId, [two.constraintId, one.constraintId]);
    const back = takeBack(two);
    expect(texts()).toEqual(['一']);
    expect(takeBack(two)).toEqual([]);
    takeBack({ changes: back });
    expect(texts()).toEqual(['二', '一']);
  });

  it('stays with what was written of it since', () => {
    const made = create('一');
    update(made, { fence: { neverSend: true } });
    expect(() => takeBack(made)).toThrowError(
      refusal({ constraintId: made.constraintId, fields: ['fence'] }),
    );
    expect(texts()).toEqual(['一']);
  });

  it('does not come back beyond what a book holds [S3-43]', () => {
    const back = takeBack(create('first'));
    for (let index = 0; index < constraintLimit; index += 1) create(`rule ${index}`);
    expect(() => takeBack({ changes: back })).toThrowError(
      expect.objectContaining({ code: 'CONSTRAINT_LIMIT' }),
    );
    expect(list()).toHaveLength(constraintLimit);
  });
});

describe('an order of constraints that is taken back [S3-22, W1]', () => {
  const idsOf = (...wished: string[]) =>
    wished.map((text) => list().find((one) => one.text === text)?.constraintId ?? '');

  it('is the one before, with what was added, written and deleted since', () => {
    const made = ['一', '二', '三', '四'].map(create);
    const moved = constraints.reorder(projectId, idsOf('三', '四', '一', '二'));
    update(moved.items[0] ?? { constraintId: '' }, { text: '三改' });
    constraints.remove(projectId, made[1]?.constraintId ?? '');
    create('五');
    takeBack(moved);
    expect(texts()).toEqual(['一', '三改', '四', '五']);
    constraints.restore(projectId, made[1]?.constraintId ?? '');
    expect(texts()).toEqual(['一', '二', '三改', '四', '五']);
    expect(takeBack(moved)).toEqual([]);
  });

  it('stays where another put them into an order of their own, all of it', () => {
    ['一', '二', '三'].map(create);
    const moved = constraints.reorder(projectId, idsOf('三', '一', '二'));
    constraints.reorder(projectId, idsOf('三', '二', '一'));
    expect(() => takeBack(moved)).toThrowError(refusal({ fields: ['priority'] }));
    expect(texts()).toEqual(['三', '二', '一']);
  });
});

describe('changes of constraints', () => {
  it('of another book are as good as none [S3-41]', () => {
    const changed = update(create('一'), { text: '二' });
    expect(() => constraints.takeBack('project-b', changed.changes)).toThrowError(
      expect.objectContaining({ code: 'CONSTRAINT_NOT_FOUND' }),
    );
    expect(texts()).toEqual(['二']);
  });

  it('are none where nothing became another', () => {
    const made = create('一');
    expect(update(made, { text: '一', enabled: true }).changes).toEqual([]);
    expect(constraints.reorder(projectId, [made.constraintId]).changes).toHaveLength(1);
    expect(constraints.reorder(projectId, [made.constraintId]).changes).toEqual([]);
  });
});
