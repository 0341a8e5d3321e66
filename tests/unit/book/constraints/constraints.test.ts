import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConstraints } from '#main/book/constraints/index.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { contract } from '#shared/contract/index.ts';
import { type Constraint, constraintLimit, WrittenConstraint } from '#shared/domain/constraint.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let world: StoreWorld;
let constraints: ConstraintsService;
beforeEach(() => {
  world = openStoreWorld();
  constraints = createConstraints(world);
});
afterEach(() => world.close());

const projectId = 'project-a';
/** As it stands in a list. */
const listed = ({ changes: _changes, ...constraint }: WrittenConstraint): Constraint => constraint;
const create = (text: string, more: { priority?: number; projectId?: string } = {}): Constraint =>
  listed(constraints.create({ projectId, type: 'style', text, ...more }));
const texts = (of = projectId): string[] => constraints.list(of).map(({ text }) => text);
const code = (expected: string, details?: object) =>
  expect.objectContaining(
    details ? { code: expected, details: expect.objectContaining(details) } : { code: expected },
  );

describe('createConstraints', () => {
  it('S3-21 S3-22 keeps what the writer decides, whole, over a restart', () => {
    const created = constraints.create({
      projectId,
      type: 'character',
      text: '她从不说谎。',
      source: 'knowledge',
      priority: 7,
      enabled: false,
      fence: { notBeforeChapter: 5, knownBy: ['someone'] },
    });
    expect(WrittenConstraint.parse(created)).toEqual(created);
    expect(created).toMatchObject({
      source: 'knowledge',
      priority: 7,
      enabled: false,
      version: 1,
      tokenCount: 6,
    });
    expect(createConstraints({ ...world, database: world.reopen() }).list(projectId)).toEqual([
      listed(created),
    ]);
    expect(create('plain')).toMatchObject({
      source: 'user',
      priority: 0,
      enabled: true,
      fence: null,
    });
  });

  it('refuses empty text at the border', () => {
    const { input } = contract['constraints:create'];
    expect(input.safeParse({ projectId, type: 'plot', text: ' \n\u3000' }).success).toBe(false);
    expect(input.parse({ projectId, type: 'plot', text: ' a ' }).text).toBe('a');
  });

  it('lists by falling priority, then by creation', () => {
    create('b', { priority: 1 });
    create('c');
    create('d');
    create('a', { priority: 9 });
    create('e', { priority: -1 });
    expect(texts()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('S3-22 changes what the update names and nothing else', () => {
    const before = create('She never lies.');
    const after = listed(
      constraints.update({
        projectId,
        constraintId: before.constraintId,
        expectedVersion: 1,
        text: 'He lies.',
        fence: { neverSend: true },
      }),
    );
    expect(after).toEqual({
      ...before,
      text: 'He lies.',
      fence: { neverSend: true },
      tokenCount: 8,
      version: 2,
      updatedAt: after.updatedAt,
    });
    expect(after.updatedAt).toBeGreaterThan(before.updatedAt);
    const bare = constraints.update({
      projectId,
      constraintId: before.constraintId,
      expectedVersion: 2,
      fence: null,
      enabled: false,
    });
    expect(bare).toMatchObject({ text: 'He lies.', fence: null, enabled: false, version: 3 });
    expect(constraints.list(projectId)).toEqual([listed(bare)]);
  });

  it('S3-36 answers a stale update with CONSTRAINT_CONFLICT and the current version; the first write stays', () => {
    const { constraintId } = create('one');
    constraints.update({ projectId, constraintId, expectedVersion: 1, text: 'two' });
    expect(() =>
      constraints.update({ projectId, constraintId, expectedVersion: 1, text: 'three' }),
    ).toThrowError(code('CONSTRAINT_CONFLICT', { currentVersion: 2 }));
    expect(texts()).toEqual(['two']);
  });

  it('undoes a delete, in its old place', () => {
    create('one');
    const two = create('two');
    create('three');
    constraints.remove(projectId, two.constraintId);
    expect(texts()).toEqual(['one', 'three']);
    expect(() => constraints.remove(projectId, two.constraintId)).toThrowError(
      code('CONSTRAINT_NOT_FOUND'),
    );
    expect(() =>
      constraints.update({
        projectId,
        constraintId: two.constraintId,
        expectedVersion: 1,
        text: 'x',
      }),
    ).toThrowError(code('CONSTRAINT_NOT_FOUND'));
    expect(constraints.restore(projectId, two.constraintId)).toEqual(two);
    expect(constraints.restore(projectId, two.constraintId)).toEqual(two);
    expect(texts()).toEqual(['one', 'two', 'three']);
  });

  it('S3-41 treats an id of another project as one that does not exist', () => {
    const { constraintId } = create('mine');
    const other = 'project-b';
    for (const attempt of [
      () =>
        constraints.update({ projectId: other, constraintId, expectedVersion: 1, text: 'theirs' }),
      () => constraints.remove(other, constraintId),
      () => constraints.restore(other, constraintId),
    ]) {
      expect(attempt).toThrowError(code('CONSTRAINT_NOT_FOUND'));
    }
    expect(() => constraints.reorder(other, [constraintId])).toThrowError(
      code('CONSTRAINT_INVALID'),
    );
    expect(constraints.list(other)).toEqual([]);
    expect(texts()).toEqual(['mine']);
  });

  it('S3-43 refuses the 501st, created or restored; deleted ones do not count', () => {
    const first = create('first');
    for (let index = 1; index < constraintLimit; index += 1) create(`rule ${index}`);
    expect(() => create('one too many')).toThrowError(code('CONSTRAINT_LIMIT', { limit: 500 }));
    create('of another project', { projectId: 'project-b' });
    constraints.remove(projectId, first.constraintId);
    const last = create('fits again');
    expect(() => constraints.restore(projectId, first.constraintId)).toThrowError(
      code('CONSTRAINT_LIMIT'),
    );
    constraints.remove(projectId, last.constraintId);
    constraints.restore(projectId, first.constraintId);
    expect(constraints.list(projectId)).toHaveLength(constraintLimit);
  });

  it('puts them in any wished order, which lasts, with priorities n … 1', () => {
    let runs = 0;
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 12 })
          .chain((priorities) =>
            fc.tuple(
              fc.constant(priorities),
              fc.shuffledSubarray(priorities, { minLength: priorities.length }),
            ),
          ),
        ([priorities, wished]) => {
          runs += 1;
          const scope = `project-${runs}`;
          const ids = new Map(
            priorities.map((priority) => [
              priority,
              create(String(priority), { priority, projectId: scope }).constraintId,
            ]),
          );
          const order = wished.map((priority) => ids.get(priority) ?? '');
          const { items: answered } = constraints.reorder(scope, order);
          expect(answered.map(({ constraintId }) => constraintId)).toEqual(order);
          expect(answered.map(({ priority }) => priority)).toEqual(
            order.map((_, index) => order.length - index),
          );
          expect(createConstraints(world).list(scope)).toEqual(answered);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('refuses an order that leaves out, repeats or invents a constraint, and changes nothing', () => {
    const one = create('one').constraintId;
    const two = create('two').constraintId;
    for (const ids of [
      [],
      [one],
      [one, one],
      [one, two, two],
      [one, 'invented'],
      [one, two, 'invented'],
    ]) {
      expect(() => constraints.reorder(projectId, ids)).toThrowError(code('CONSTRAINT_INVALID'));
    }
    expect(texts()).toEqual(['one', 'two']);
    expect(constraints.list(projectId).every(({ version }) => version === 1)).toBe(true);
  });

  it('tells of every change once, after it is stored, and not of refused ones', () => {
    const { constraintId } = create('one');
    constraints.update({ projectId, constraintId, expectedVersion: 1, type: 'plot' });
    constraints.update({ projectId, constraintId, expectedVersion: 2, enabled: false });
    expect(() => constraints.remove(projectId, 'none')).toThrowError(code('CONSTRAINT_NOT_FOUND'));
    constraints.reorder(projectId, [constraintId]);
    constraints.remove(projectId, constraintId);
    constraints.restore(projectId, constraintId);
    constraints.restore(projectId, constraintId);
    expect(world.events.heard.map(({ payload }) => payload)).toEqual([
      { projectId, type: 'style' },
      { projectId },
      { projectId, type: 'plot' },
      { projectId },
      { projectId, type: 'plot' },
      { projectId, type: 'plot' },
    ]);
  });

  it('hands out arrays the caller may sort, of constraints nobody may change', () => {
    create('one');
    create('two');
    constraints.list(projectId).reverse();
    expect(texts()).toEqual(['one', 'two']);
    const [first] = constraints.list(projectId);
    expect(() => Object.assign(first ?? {}, { text: 'changed' })).toThrow(TypeError);
  });

  it('S3-35 saves without a tokenizer, with an estimate', () => {
    const tokens = createTokens({
      countTokens: () => {
        throw new Error('no memory');
      },
    });
    const created = createConstraints({ ...world, tokens }).create({
      projectId,
      type: 'plot',
      text: '她说',
    });
    expect(created.tokenCount).toBe(3);
  });

  it('deletes everything of a forgotten project for good', () => {
    const { constraintId } = create('one');
    constraints.remove(projectId, create('two').constraintId);
    create('theirs', { projectId: 'project-b' });
    constraints.forgetProject(projectId);
    expect(constraints.list(projectId)).toEqual([]);
    expect(() => constraints.restore(projectId, constraintId)).toThrowError(
      code('CONSTRAINT_NOT_FOUND'),
    );
    expect(world.database.prepare('SELECT count(*) AS n FROM constraints').get()).toEqual({ n: 1 });
  });

  it('leaves a malformed row out of the list and names it; asked for itself it is DATABASE_CORRUPT, without the text [S3-39]', () => {
    const { constraintId } = create('planted sentence');
    world.database
      .prepare(`UPDATE constraints SET fence = '{"notBeforeChapter":"x"}' WHERE constraint_id = ?`)
      .run(constraintId);
    const reader = createConstraints(world);
    expect(reader.list(projectId)).toEqual([]);
    expect(reader.malformed(projectId)).toEqual([constraintId]);
    const change = { projectId, constraintId, expectedVersion: 1, text: 'other' };
    expect(() => reader.update(change)).toThrowError(
      code('DATABASE_CORRUPT', { table: 'constraints', columns: ['fence.notBeforeChapter'] }),
    );
    expect(() =>
      world.database.prepare('UPDATE constraints SET token_count = -1').run(),
    ).toThrowError(/CHECK/);
  });
});
