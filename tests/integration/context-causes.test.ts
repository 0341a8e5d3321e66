import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssemblyChange, ChangeCause } from '#shared/domain/assembly.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';

type Assemble = Input<'context:assemble'>;
type Step = {
  name: string;
  cause: ChangeCause;
  /** Changes one thing; what it returns changes the second request. */
  change(world: World): Promise<Partial<Assemble> | void>;
  /** Which changes must carry the cause; all of them unless said otherwise. */
  about?: (change: AssemblyChange) => boolean;
};
type World = {
  test: TestApp;
  projectId: string;
  documents: Output<'projects:open'>['documents'];
  constraintIds: string[];
  entityIds: string[];
  ruleIds: string[];
  request: Assemble;
};

let world: World;

const constraintOf = async (index: number) => {
  const { items } = await world.test.call('constraints:list', { projectId: world.projectId });
  const found = items.find((item) => item.constraintId === world.constraintIds[index]);
  if (!found) throw new Error('no such constraint');
  return found;
};
const changeConstraint = async (
  index: number,
  change: Partial<Input<'constraints:update'>>,
): Promise<void> => {
  const { constraintId, version } = await constraintOf(index);
  await world.test.call('constraints:update', {
    projectId: world.projectId,
    constraintId,
    expectedVersion: version,
    ...change,
  });
};
const changeEntity = async (
  index: number,
  change: Partial<Input<'knowledge:entities:update'>>,
): Promise<void> => {
  const { items } = await world.test.call('knowledge:entities:list', {
    projectId: world.projectId,
  });
  const found = items.find((item) => item.entityId === world.entityIds[index]);
  if (!found) throw new Error('no such entity');
  await world.test.call('knowledge:entities:update', {
    projectId: world.projectId,
    entityId: found.entityId,
    expectedVersion: found.version,
    ...change,
  });
};
const changeRule = async (
  index: number,
  change: Partial<Input<'memory:rules:update'>>,
): Promise<void> => {
  const { items } = await world.test.call('memory:rules:list', { projectId: world.projectId });
  const found = items.find((item) => item.ruleId === world.ruleIds[index]);
  if (!found) throw new Error('no such rule');
  await world.test.call('memory:rules:update', {
    projectId: world.projectId,
    ruleId: found.ruleId,
    expectedVersion: found.version,
    ...change,
  });
};
const changeBudget = async (change: Partial<Input<'context:budget:update'>>): Promise<void> => {
  const { version } = await world.test.call('context:budget:get', { projectId: world.projectId });
  await world.test.call('context:budget:update', {
    projectId: world.projectId,
    expectedVersion: version,
    ...change,
  });
};
const edit = async (index: number, change: (text: string) => string): Promise<string> => {
  const documentId = world.documents[index]?.documentId ?? '';
  const { projectId } = world;
  const { text, version } = await world.test.call('documents:read', { projectId, documentId });
  const next = change(text);
  await world.test.call('documents:save', {
    projectId,
    documentId,
    text: next,
    expectedVersion: version,
  });
  return next;
};
const isGroup =
  (source: string) =>
  (change: AssemblyChange): boolean =>
    change.itemId.startsWith(source);
const passages = (change: AssemblyChange): boolean => change.layer === 'retrieved';
const rules = (change: AssemblyChange): boolean => change.layer === 'rules';
const settings = (change: AssemblyChange): boolean => change.layer === 'settings';

const steps: Step[] = [
  ...['不写梦', '不写雨', '对白用直引', '每章一场戏', '不用括号'].map((text) => ({
    name: `a new constraint (${text})`,
    cause: 'constraint' as const,
    change: async () => {
      const { constraintId } = await world.test.call('constraints:create', {
        projectId: world.projectId,
        type: 'style',
        text,
      });
      world.constraintIds.push(constraintId);
    },
  })),
  {
    name: 'a constraint switched off',
    cause: 'constraint',
    change: () => changeConstraint(0, { enabled: false }),
  },
  {
    name: 'a constraint switched on',
    cause: 'constraint',
    change: () => changeConstraint(0, { enabled: true }),
  },
  {
    name: 'a constraint reworded',
    cause: 'constraint',
    change: () => changeConstraint(1, { text: '全书第三人称' }),
  },
  {
    name: 'a constraint moved up',
    cause: 'constraint',
    change: () => changeConstraint(2, { priority: 50 }),
  },
  {
    name: 'a constraint deleted',
    cause: 'constraint',
    change: async () => {
      const [constraintId] = world.constraintIds.splice(3, 1);
      await world.test.call('constraints:delete', {
        projectId: world.projectId,
        constraintId: constraintId ?? '',
      });
    },
  },
  {
    name: 'a constraint fenced until a later chapter',
    cause: 'fence',
    change: () => changeConstraint(0, { fence: { notBeforeChapter: 7 } }),
  },
  {
    name: 'the fence of a constraint lifted',
    cause: 'fence',
    change: () => changeConstraint(0, { fence: null }),
  },
  {
    name: 'a constraint never to be sent',
    cause: 'fence',
    change: () => changeConstraint(1, { fence: { neverSend: true } }),
  },
  {
    name: 'a constraint to be sent again',
    cause: 'fence',
    change: () => changeConstraint(1, { fence: null }),
  },
  {
    name: 'a codex entry fenced for all but one',
    cause: 'fence',
    change: () => changeEntity(0, { fence: { knownBy: [world.entityIds[1] ?? ''] } }),
  },
  {
    name: 'a codex entry open to all again',
    cause: 'fence',
    change: () => changeEntity(0, { fence: null }),
  },
  {
    name: 'a codex entry never to be sent',
    cause: 'fence',
    change: () => changeEntity(2, { fence: { neverSend: true } }),
  },
  {
    name: 'a codex entry to be sent again',
    cause: 'fence',
    change: () => changeEntity(2, { fence: null }),
  },
  ...['灯塔', '潮尺', '棕绳'].map((name) => ({
    name: `a new codex entry (${name})`,
    cause: 'knowledge' as const,
    change: async () => {
      const { entityId } = await world.test.call('knowledge:entities:create', {
        projectId: world.projectId,
        kind: 'item',
        name,
        summary: `${name}在塘上。`,
      });
      world.entityIds.push(entityId);
    },
    about: rules,
  })),
  {
    name: 'a codex entry reworded',
    cause: 'knowledge',
    change: () => changeEntity(1, { summary: '郑九只会敲两种锣。' }),
    about: rules,
  },
  {
    name: 'an alias added',
    cause: 'knowledge',
    change: () => changeEntity(1, { aliases: ['九叔'] }),
    about: rules,
  },
  {
    name: 'a codex entry not yet valid',
    cause: 'knowledge',
    change: () => changeEntity(2, { validFromChapter: 8 }),
    about: rules,
  },
  {
    name: 'a codex entry valid again',
    cause: 'knowledge',
    change: () => changeEntity(2, { validFromChapter: null }),
    about: rules,
  },
  {
    name: 'a codex entry kept out',
    cause: 'knowledge',
    change: () => changeEntity(2, { inclusion: 'never' }),
    about: rules,
  },
  {
    name: 'a codex entry let in',
    cause: 'knowledge',
    change: () => changeEntity(2, { inclusion: 'auto' }),
    about: rules,
  },
  {
    name: 'a relation added',
    cause: 'knowledge',
    change: async () => {
      await world.test.call('knowledge:relations:create', {
        projectId: world.projectId,
        subjectId: world.entityIds[0] ?? '',
        predicate: '养大',
        objectId: world.entityIds[1] ?? '',
      });
    },
    about: rules,
  },
  {
    name: 'a codex entry deleted',
    cause: 'knowledge',
    change: async () => {
      const [entityId] = world.entityIds.splice(3, 1);
      await world.test.call('knowledge:entities:delete', {
        projectId: world.projectId,
        entityId: entityId ?? '',
      });
    },
    about: rules,
  },
  {
    name: 'a preference confirmed',
    cause: 'memory',
    change: async () => {
      await world.test.call('memory:rules:confirm', {
        projectId: world.projectId,
        ruleId: world.ruleIds[2] ?? '',
      });
    },
  },
  {
    name: 'a preference reworded',
    cause: 'memory',
    change: () => changeRule(0, { text: '动作多，形容少' }),
  },
  {
    name: 'a preference less sure',
    cause: 'memory',
    change: () => changeRule(0, { confidence: 0.1 }),
  },
  {
    name: 'a preference no longer confirmed',
    cause: 'memory',
    change: () => changeRule(2, { confirmed: false }),
  },
  {
    name: 'a preference deleted',
    cause: 'memory',
    change: async () => {
      const [ruleId] = world.ruleIds.splice(1, 1);
      await world.test.call('memory:rules:delete', {
        projectId: world.projectId,
        ruleId: ruleId ?? '',
      });
    },
    about: settings,
  },
  {
    name: 'a smaller window',
    cause: 'budget',
    change: () => changeBudget({ contextWindow: 5600 }),
  },
  { name: 'a larger window', cause: 'budget', change: () => changeBudget({ contextWindow: 7000 }) },
  { name: 'a larger answer', cause: 'budget', change: () => changeBudget({ outputReserve: 3000 }) },
  {
    name: 'a smaller answer',
    cause: 'budget',
    change: () => changeBudget({ outputReserve: 1500 }),
  },
  {
    name: 'other minimums',
    cause: 'budget',
    change: () => changeBudget({ minimums: { retrieved: 2200 } }),
  },
  {
    name: 'other shares',
    cause: 'budget',
    change: () =>
      changeBudget({ minimums: { retrieved: 0 }, shares: { retrieved: 0.05, immediate: 0.7 } }),
  },
  {
    name: 'a further instruction',
    cause: 'setting',
    change: async () => ({ additionalInput: '写慢一点。' }),
    about: isGroup('request:'),
  },
  {
    name: 'another skill',
    cause: 'setting',
    change: async () => ({ skillId: 'dialogue' }),
    about: isGroup('skill:'),
  },
  {
    name: 'a muted constraint',
    cause: 'setting',
    change: async () => ({ mute: [world.constraintIds[0] ?? ''] }),
    about: rules,
  },
  {
    name: 'a muted codex entry',
    cause: 'setting',
    change: async () => ({ mute: [world.entityIds[0] ?? ''] }),
    about: rules,
  },
  {
    name: 'later chapters allowed',
    cause: 'setting',
    change: async () => {
      await world.test.call('settings:update', { allowLaterChapters: true });
    },
    about: passages,
  },
  {
    name: 'later chapters no longer allowed',
    cause: 'setting',
    change: async () => {
      await world.test.call('settings:update', { allowLaterChapters: false });
    },
    about: passages,
  },
  {
    name: 'a sentence written at the cursor',
    cause: 'edit',
    change: async () => {
      const text = await edit(4, (old) => `${old.trimEnd()}他把灯吹灭了。\n`);
      world.request = { ...world.request, cursorPosition: text.length };
    },
    about: isGroup('before:'),
  },
  {
    name: 'the cursor moved back',
    cause: 'edit',
    change: async () => ({ cursorPosition: world.request.cursorPosition - 200 }),
    about: (change) => change.itemId.startsWith('before:') || change.itemId.startsWith('after:'),
  },
  {
    name: 'the previous chapter’s ending rewritten',
    cause: 'edit',
    change: async () => {
      await edit(3, (old) => `${old.trimEnd()}这一章到此为止。\n`);
    },
    about: isGroup('ending:'),
  },
  {
    name: 'another scene at the cursor finds other passages',
    cause: 'retrieval',
    change: async () => {
      const text = await edit(
        4,
        (old) => `${old.trimEnd()}\n\n铜锣，铜锣在祠堂，祠堂里的铜锣响了。\n`,
      );
      world.request = { ...world.request, cursorPosition: text.length };
    },
    about: passages,
  },
];

beforeAll(async () => {
  const test = await createTestApp();
  const project = await test.call('projects:open', { path: writeBook(test.folder, 9, 14) });
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
    expect(steps.length).toBeGreaterThanOrEqual(50);
    const wrong: string[] = [];
    for (const step of steps) {
      await world.test.call('retrieval:index', { projectId: world.projectId, wait: true });
      const before = await world.test.call('context:assemble', world.request);
      const override = await step.change(world);
      await world.test.call('retrieval:index', { projectId: world.projectId, wait: true });
      const after = await world.test.call('context:assemble', { ...world.request, ...override });
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
