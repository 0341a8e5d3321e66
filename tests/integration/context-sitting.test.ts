import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createRandom, writeBook, writeProse } from '#tests/helpers/book.ts';

let test: TestApp;
let project: Output<'projects:open'>;

beforeEach(async () => {
  test = await createTestApp();
  project = await test.call('projects:open', { path: writeBook(test.folder, 8, 30) });
  await test.call('retrieval:index', { projectId: project.projectId, wait: true });
});

afterEach(() => test.close());

describe('a sitting of 50 requests over five chapters', () => {
  it('S3-16 S3-17 F10 Rules and Settings change only when their content must', async () => {
    const { projectId } = project;
    const random = createRandom(3);
    for (let number = 0; number < 60; number += 1) {
      await test.call('knowledge:entities:create', {
        projectId,
        kind: 'item',
        name: `信物${number}号`,
        summary: writeProse(random, 1),
      });
    }
    for (const name of ['林远', '郑九', '陈先生']) {
      await test.call('knowledge:entities:create', {
        projectId,
        kind: 'character',
        name,
        summary: writeProse(random, 1),
      });
    }
    await test.call('constraints:create', { projectId, type: 'style', text: '少用感叹号' });
    const rule = await test.call('memory:rules:create', {
      projectId,
      text: '多写动作',
      confidence: 0.8,
    });
    await test.call('memory:rules:confirm', { projectId, ruleId: rule.ruleId });

    const prefixes: string[] = [];
    let changes = 0;
    for (let request = 0; request < 50; request += 1) {
      const document = project.documents[1 + Math.floor(request / 10)];
      if (!document) throw new Error('no chapter');
      const { documentId } = document;
      const { text, version } = await test.call('documents:read', { projectId, documentId });
      const longer = `${text.trimEnd()}\n\n${writeProse(random, 1)}\n`;
      await test.call('documents:save', {
        projectId,
        documentId,
        text: longer,
        expectedVersion: version,
      });
      const result = await test.call('context:assemble', {
        projectId,
        documentId,
        cursorPosition: longer.length,
        skillId: 'continue',
      });
      const prefix = result.prompt.slice(0, result.stablePrefixLength);
      if (prefixes.length > 0 && prefix !== prefixes.at(-1)) changes += 1;
      expect(result.stablePrefixUnchanged).toBe(prefixes.length > 0 && prefix === prefixes.at(-1));
      expect(result.warnings.some((line) => line.startsWith('CONTEXT_RULES_OVERBUDGET'))).toBe(
        true,
      );
      prefixes.push(prefix);
    }
    // All three people are met within the first chapters; after that nothing new must come in.
    expect(changes).toBeLessThanOrEqual(3);
  });
});
