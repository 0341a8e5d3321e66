import type { AssemblyChange, ChangeCause } from '#shared/domain/assembly.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import type { TestApp } from './app.ts';

type Assemble = Input<'context:assemble'>;
export type Step = {
  name: string;
  cause: ChangeCause;
  /** Changes one thing, or leaves that to `override`. */
  change?(): Promise<void>;
  /** What the second request asks for otherwise than the first. */
  override?(): Partial<Assemble>;
  /** Which changes must carry the cause; all of them unless said otherwise. */
  about?: (change: AssemblyChange) => boolean;
};
export type World = {
  test: TestApp;
  projectId: string;
  documents: Output<'projects:open'>['documents'];
  constraintIds: string[];
  entityIds: string[];
  ruleIds: string[];
  request: Assemble;
};

/** Fifty single changes to a world of constraints, codex, preferences, budgets and text, each with its cause. */
export const createSteps = (world: World): Step[] => {
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

  return [
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
    {
      name: 'a larger window',
      cause: 'budget',
      change: () => changeBudget({ contextWindow: 7000 }),
    },
    {
      name: 'a larger answer',
      cause: 'budget',
      change: () => changeBudget({ outputReserve: 3000 }),
    },
    {
      name: 'a smaller answer',
      cause: 'budget',
      change: () => changeBudget({ outputReserve: 1500 }),
    },
    {
      name: 'a much smaller window',
      cause: 'budget',
      change: () => changeBudget({ contextWindow: 4800 }),
    },
    {
      name: 'other shares',
      cause: 'budget',
      change: () =>
        changeBudget({ contextWindow: 9000, shares: { retrieved: 0.05, immediate: 0.7 } }),
    },
    {
      name: 'a further instruction',
      cause: 'setting',
      override: () => ({ additionalInput: '写慢一点。' }),
      about: isGroup('request:'),
    },
    {
      name: 'another skill',
      cause: 'setting',
      override: () => ({ skillId: 'dialogue' }),
      about: isGroup('skill:'),
    },
    ...[world.constraintIds[0], world.entityIds[0]].map((id) => ({
      name: 'a muted constraint or codex entry',
      cause: 'setting' as const,
      override: () => ({ mute: [id ?? ''] }),
      about: rules,
    })),
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
      override: () => ({ cursorPosition: world.request.cursorPosition - 200 }),
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
      name: 'an earlier chapter now tells of the same thing',
      cause: 'retrieval',
      change: async () => {
        await edit(1, (old) => `${old.trimEnd()}\n\n他把灯吹灭了。灯灭以后，灯芯还红着。\n`);
      },
      about: passages,
    },
  ];
};
