import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

beforeEach(async () => {
  test = await createTestApp();
  await test.call('settings:update', { debugMode: true });
  project = await test.call('projects:open', { path: writeBook(test.folder, 3, 4) });
});

afterEach(() => test.close());

const inspect = async () => {
  const { layers } = await test.call('context:inspect', {
    projectId: project.projectId,
    documentId: project.documents[1]?.documentId ?? '',
    cursorPosition: 50,
    skillId: 'continue',
  });
  return new Map([...layers.rules.items, ...layers.settings.items].map((item) => [item.id, item]));
};

const texts = ['全书用第一人称。', 'Nobody says “okay”', '不写梦', '她从不提起母亲！'];

const createConstraints = async (): Promise<Output<'constraints:create'>[]> => {
  const created: Output<'constraints:create'>[] = [];
  for (const text of texts) {
    const { projectId } = project;
    created.push(await test.call('constraints:create', { projectId, type: 'style', text }));
  }
  return created;
};

describe('what something costs', () => {
  it('is one figure for a constraint, in its list and in a request [S3-02]', async () => {
    const created = await createConstraints();
    const { projectId } = project;
    const [first] = created;
    await test.call('constraints:update', {
      projectId,
      constraintId: first?.constraintId ?? '',
      expectedVersion: first?.version ?? 0,
      enabled: false,
    });
    const { items } = await test.call('constraints:list', { projectId });
    const inspected = await inspect();
    expect(items).toHaveLength(texts.length);
    for (const { constraintId, tokenCount, enabled } of items) {
      const item = inspected.get(constraintId);
      expect(tokenCount).toBe(enabled ? item?.tokenCount : item?.fullTokenCount);
    }
  });

  it('is the same in the answer to a change as in the list after it [S3-24]', async () => {
    const created = await createConstraints();
    const { projectId } = project;
    const last = created.at(-1);
    const constraintId = last?.constraintId ?? '';
    const costInList = async () => {
      const { items } = await test.call('constraints:list', { projectId });
      return items.find((item) => item.constraintId === constraintId)?.tokenCount;
    };
    expect(last?.tokenCount).toBe(await costInList());
    const updated = await test.call('constraints:update', {
      projectId,
      constraintId,
      expectedVersion: last?.version ?? 0,
      text: '她从不提起母亲，也不提起那年冬天渡口上的事。',
    });
    expect(updated.tokenCount).toBe(await costInList());
    await test.call('constraints:delete', { projectId, constraintId });
    const restored = await test.call('constraints:restore', { projectId, constraintId });
    expect(restored.tokenCount).toBe(await costInList());
  });

  it('follows the model that is chosen: another tokenizer, another figure on both screens [S3-14]', async () => {
    const [constraint] = await createConstraints();
    const { projectId } = project;
    const costs = async () => {
      const { items } = await test.call('constraints:list', { projectId });
      const id = constraint?.constraintId ?? '';
      return {
        listed: items.find((item) => item.constraintId === id)?.tokenCount,
        inspected: (await inspect()).get(id)?.tokenCount,
      };
    };
    const before = await costs();
    expect(before.listed).toBe(before.inspected);
    await test.call('ai:models:save', {
      id: 'local',
      provider: 'openai-compatible',
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'a-model-without-public-tokenizer',
    });
    const after = await costs();
    expect(after.listed).toBe(after.inspected);
    expect(after.listed).not.toBe(before.listed);
  });

  it('is one figure for a habit too, in memory and in a request [S3-10]', async () => {
    const { projectId } = project;
    for (const text of ['句子短', '对话不用“说道”']) {
      await test.call('memory:rules:create', { projectId, text, confidence: 1, confirmed: true });
    }
    const { items } = await test.call('memory:rules:list', { projectId });
    const inspected = await inspect();
    expect(items).toHaveLength(2);
    for (const { ruleId, tokenCount } of items) {
      expect(tokenCount).toBe(inspected.get(ruleId)?.tokenCount);
    }
  });

  it('is one figure for a codex entry with other names and relations, in the codex and in a request [S3-02]', async () => {
    const { projectId } = project;
    const entry = (name: string, aliases: string[]) =>
      test.call('knowledge:entities:create', {
        projectId,
        kind: 'character',
        name,
        aliases,
        summary: `${name}在渡口长大，认得每一条船。`,
        inclusion: 'always',
      });
    const mother = await entry('沈青', ['青娘', '渡口的女人']);
    const daughter = await entry('沈月', []);
    await test.call('knowledge:relations:create', {
      projectId,
      subjectId: mother.entityId,
      predicate: '的女儿是',
      objectId: daughter.entityId,
    });
    const { items } = await test.call('knowledge:entities:list', { projectId });
    const inspected = await inspect();
    expect(items).toHaveLength(2);
    for (const { entityId, tokenCount } of items) {
      expect(tokenCount).toBe(inspected.get(entityId)?.tokenCount);
    }
    expect(daughter.tokenCount).toBe(inspected.get(daughter.entityId)?.tokenCount);
  });
});
