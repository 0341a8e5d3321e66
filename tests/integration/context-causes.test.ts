import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';
import { createSteps, type World } from '#tests/helpers/cause-steps.ts';

let world: World;

beforeAll(async () => {
  const test = await createTestApp();
  const project = await test.call('projects:open', { path: writeBook(test.folder, 9, 40) });
  const { projectId, documents } = project;
  await test.call('retrieval:index', { projectId, wait: true });
  const constraintIds: string[] = [];
  for (const text of [
    '全书第一人称',
    '第七章前陈先生不露面',
    '没有魔法',
    '少用感叹号',
    '林远不喊叫',
  ]) {
    const { constraintId } = await test.call('constraints:create', {
      projectId,
      type: 'plot',
      text,
    });
    constraintIds.push(constraintId);
  }
  const entityIds: string[] = [];
  for (const name of ['林远', '郑九', '祠堂', '桂婶']) {
    const { entityId } = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'concept',
      name,
      summary: `${name}的来历。`,
    });
    entityIds.push(entityId);
  }
  const ruleIds: string[] = [];
  for (const [text, confidence] of [
    ['多写动作', 0.9],
    ['少用比喻', 0.7],
    ['短句', 0.5],
  ] as const) {
    const { ruleId } = await test.call('memory:rules:create', { projectId, text, confidence });
    ruleIds.push(ruleId);
  }
  for (const ruleId of ruleIds.slice(0, 2))
    await test.call('memory:rules:confirm', { projectId, ruleId });
  const documentId = documents[4]?.documentId ?? '';
  const { text } = await test.call('documents:read', { projectId, documentId });
  world = {
    test,
    projectId,
    documents,
    constraintIds,
    entityIds,
    ruleIds,
    request: { projectId, documentId, cursorPosition: text.length, skillId: 'continue' },
  };
});

afterAll(() => world.test.close());

describe('context:history:compare', () => {
  it('N1 names the cause of at least 95 % of 50 single-cause changes, and misses no change', async () => {
    const steps = createSteps(world);
    expect(steps.length).toBeGreaterThanOrEqual(50);
    const wrong: string[] = [];
    for (const step of steps) {
      await world.test.call('retrieval:index', { projectId: world.projectId, wait: true });
      const before = await world.test.call('context:assemble', world.request);
      await step.change?.();
      await world.test.call('retrieval:index', { projectId: world.projectId, wait: true });
      const after = await world.test.call('context:assemble', {
        ...world.request,
        ...step.override?.(),
      });
      const { changes } = await world.test.call('context:history:compare', {
        from: before.assemblyId,
        to: after.assemblyId,
      });
      const judged = changes.filter(step.about ?? (() => true));
      const causes = [...new Set(judged.map((change) => change.cause))];
      if (causes.length !== 1 || causes[0] !== step.cause) {
        wrong.push(
          `${step.name}: ${JSON.stringify(judged.map(({ change, title, cause }) => [change, title, cause]))}`,
        );
      }
    }
    expect(wrong.length / steps.length, wrong.join('\n')).toBeLessThanOrEqual(0.05);
  });
});
