import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ExpectationWorld,
  oath,
  openExpectationWorld,
  secret,
} from '#tests/helpers/expectation-world.ts';

/** Nobody looks unless asked. */
const never = { soon: 600_000, later: 600_000, rest: 0 };

let world: ExpectationWorld;
let last: string;
beforeAll(async () => {
  world = await openExpectationWorld({ expectationTiming: never });
  last = world.ids[3] ?? '';
});
afterAll(() => world.test.close());

const passageOf = async (documentId: string, words: string) => {
  const { text } = await world.test.call('documents:read', {
    projectId: world.projectId,
    documentId,
  });
  const start = text.indexOf(words);
  expect(start).toBeGreaterThan(-1);
  return { documentId, start, end: start + words.length };
};

describe('expectations of a book [N11]', () => {
  it('hold and break for entries, constraints, passages and words, and say why', async () => {
    const { test, projectId, entityId, ids } = world;
    const { constraintId } = await test.call('constraints:create', {
      ...{ projectId, type: 'plot', text: '第五章以前没有人下井。' },
    });
    const at = { documentId: last };
    const passage = await passageOf(ids[1] ?? '', oath);
    const made = await Promise.all(
      (['in', 'out'] as const).flatMap((side) =>
        [{ entityId }, { constraintId }, passage, { text: secret }].map((item) =>
          world.expect({ at, expect: side, item }),
        ),
      ),
    );
    const ran = await world.run();
    expect(ran).toMatchObject({ passed: 4, failed: 4, unjudged: 0, assemblies: 1 });
    const results = made.map(({ expectationId }) =>
      ran.items.find((item) => item.expectationId === expectationId),
    );
    expect(results.map((item) => item?.passed)).toEqual([
      ...[true, true, true, true],
      ...[false, false, false, false],
    ]);
    const prompt = (
      await test.call('context:assemble', {
        ...{ projectId, documentId: last, skillId: 'continue' },
        cursorPosition: (
          await test.call('documents:read', { projectId, documentId: last })
        ).text.length,
      })
    ).prompt;
    for (const words of [oath, secret]) expect(prompt).toContain(words);
    expect(results[2]?.why).toMatchObject({
      outcome: 'sent',
      layer: 'retrieved',
      reason: 'similarPassage',
      documentId: last,
      places: 1,
      brokenPlaces: 0,
    });
    expect(results[2]?.why.rank).toBeGreaterThan(0);
    expect(results[4]?.why).toMatchObject({ outcome: 'sent', reason: 'alwaysIncluded' });
    expect(results[7]?.why).toMatchObject({ outcome: 'sent', itemId: entityId });
    for (const { expectationId } of made) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
    await test.call('constraints:delete', { projectId, constraintId });
  });

  it('break by a fence, and tell since which change and what differs', async () => {
    const { test, projectId, entityId } = world;
    const { expectationId } = await world.expect({
      ...{ at: { documentId: last }, expect: 'in', item: { entityId } },
    });
    const held = await world.look(expectationId);
    expect(held).toMatchObject({ passed: true, state: 'held' });
    expect(held.since).toBeUndefined();
    // A change that does not concern it leaves it as it was.
    await test.call('constraints:create', { projectId, type: 'style', text: '少用比喻。' });
    expect((await world.look(expectationId)).passed).toBe(true);

    const [entity] = (await test.call('knowledge:entities:list', { projectId })).items;
    const fenced = await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: entity?.version ?? 0 },
      fence: { neverSend: true },
    });
    const broken = await world.look(expectationId);
    expect(broken).toMatchObject({
      passed: false,
      state: 'broken',
      why: { outcome: 'notSent', reason: 'neverSend', itemId: entityId },
      since: { cause: 'fence', heldUntil: expect.any(Number) },
    });
    expect(broken.since?.changes[0]).toMatchObject({
      ...{ itemId: entityId, change: 'removed', cause: 'fence' },
    });
    expect(JSON.stringify(broken)).not.toContain(secret);
    // The first assembly that failed stays the one that is told, and a restart does not forget it.
    await test.call('constraints:create', { projectId, type: 'style', text: '短句。' });
    expect((await world.look(expectationId)).since).toEqual(broken.since);
    const listed = await test.call('expectations:list', { projectId });
    expect(
      listed.items.find((item) => item.expectationId === expectationId)?.result?.since,
    ).toEqual(broken.since);
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: fenced.version, fence: null },
    });
    const again = await world.look(expectationId);
    expect(again.passed).toBe(true);
    expect(again.since).toBeUndefined();
    await test.call('expectations:delete', { projectId, expectationId });
  });

  it('break by a smaller budget: the passage, its cost, its rank, and the budget as the cause', async () => {
    const { test, projectId, ids } = world;
    const { expectationId } = await world.expect({
      at: { documentId: last },
      expect: 'in',
      item: await passageOf(ids[1] ?? '', oath),
    });
    expect((await world.look(expectationId)).passed).toBe(true);
    const before = await test.call('context:budget:get', { projectId });
    const small = await test.call('context:budget:update', {
      ...{ projectId, expectedVersion: before.version },
      ...{ contextWindow: 1_700, outputReserve: 400 },
    });
    const broken = await world.look(expectationId);
    expect(broken).toMatchObject({ passed: false, since: { cause: 'budget' } });
    expect(broken.why.limit).toBeLessThanOrEqual(1_300);
    expect(broken.since?.changes.length).toBeGreaterThan(0);
    await test.call('context:budget:update', {
      ...{ projectId, expectedVersion: small.version },
      ...{ contextWindow: before.contextWindow, outputReserve: before.outputReserve },
    });
    expect((await world.look(expectationId)).passed).toBe(true);
    await test.call('expectations:delete', { projectId, expectationId });
  });

  it('hold everywhere or before a chapter: one broken place breaks them, and is named', async () => {
    const { test, projectId, entityId, ids } = world;
    const item = { text: secret };
    const [entity] = (await test.call('knowledge:entities:list', { projectId })).items;
    const fence = { notBeforeDocumentId: ids[2] ?? '' };
    const fenced = await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: entity?.version ?? 0, fence },
    });
    const before = await world.expect({
      ...{ at: { every: true, before: { documentId: ids[2] ?? '' } }, expect: 'out', item },
    });
    const from = await world.expect({
      ...{ at: { every: true, from: { documentId: ids[2] ?? '' } }, expect: 'in', item },
    });
    const every = await world.expect({ at: { every: true }, expect: 'in', item });
    const { items, assemblies } = await world.run();
    // One for each chapter, whoever asks.
    expect(assemblies).toBe(4);
    const of = (id: string) => items.find(({ expectationId }) => expectationId === id);
    expect(of(before.expectationId)).toMatchObject({ passed: true, why: { places: 2 } });
    expect(of(from.expectationId)).toMatchObject({ passed: true, why: { places: 2 } });
    expect(of(every.expectationId)).toMatchObject({
      passed: false,
      why: { places: 4, brokenPlaces: 2, documentId: ids[0] },
    });
    for (const { expectationId } of [before, from, every]) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: fenced.version, fence: null },
    });
  });

  it('leave no trace: no request in the history, none in the log, none counted as the one before', async () => {
    const { test, projectId } = world;
    await world.expect({ at: { documentId: last }, expect: 'in', item: { text: '渡口' } });
    const history = await test.call('context:history:list', { projectId });
    const lines = test.logs.filter(({ message }) => message === 'a context was assembled').length;
    await world.run();
    expect(await test.call('context:history:list', { projectId })).toEqual(history);
    expect(test.logs.filter(({ message }) => message === 'a context was assembled')).toHaveLength(
      lines,
    );
    expect(JSON.stringify(test.logs)).not.toContain(secret);
  });

  it('that two windows ask for at once, or one of them twice, are one; and its undo takes it away', async () => {
    const { test, projectId, entityId, ids } = world;
    const listed = async () => (await test.call('expectations:list', { projectId })).items;
    const before = await listed();
    const given = {
      at: { documentId: ids[1] ?? '', cursorPosition: 40 },
      expect: 'in',
      item: { entityId },
    } as const;
    const [one, other] = await Promise.all([world.expect(given), world.expect(given)]);
    expect(other).toEqual(one);
    expect(await world.expect(given)).toEqual(one);
    const others = await Promise.all([
      world.expect({ ...given, expect: 'out' }),
      world.expect({ ...given, note: '第二章' }),
      world.expect({ ...given, at: { documentId: ids[1] ?? '' } }),
    ]);
    expect(await listed()).toHaveLength(before.length + 4);
    for (const { expectationId } of [one, ...others]) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
    expect(await listed()).toEqual(before);
  });

  it('are refused where they name what is not there, and changed only as they are', async () => {
    const { test, projectId, entityId, ids } = world;
    const at = { documentId: last };
    const refused = (given: Parameters<typeof world.expect>[0]) =>
      test.fail('expectations:create', { projectId, ...given });
    const inText = { expect: 'in', item: { text: 'x' } } as const;
    expect(await refused({ at: { documentId: 'none' }, ...inText })).toBe('DOCUMENT_NOT_FOUND');
    expect(await refused({ at: { documentId: last, cursorPosition: 1_000_000 }, ...inText })).toBe(
      'CONTEXT_CURSOR_OUTSIDE',
    );
    expect(await refused({ at, expect: 'in', item: { entityId: 'none' } })).toBe(
      'ENTITY_NOT_FOUND',
    );
    const nothing = { documentId: ids[0] ?? '', start: 5, end: 5 };
    expect(await refused({ at, expect: 'in', item: nothing })).toBe('EXPECTATION_INVALID');
    const { expectationId, version } = await world.expect({
      ...{ at, expect: 'in', item: { entityId }, note: '一' },
    });
    const scope = { projectId, expectationId };
    const turned = await test.call('expectations:update', {
      ...{ ...scope, expectedVersion: version, expect: 'out' },
    });
    expect(turned).toMatchObject({ expect: 'out', note: '一', item: { entityId } });
    expect(await test.fail('expectations:update', { ...scope, expectedVersion: version })).toBe(
      'EXPECTATION_CONFLICT',
    );
    await test.call('expectations:delete', scope);
    expect(
      await test.fail('expectations:run', { projectId, expectationIds: [expectationId] }),
    ).toBe('EXPECTATION_NOT_FOUND');
    expect(await test.call('expectations:restore', scope)).toMatchObject({ expectationId });
  });
});
