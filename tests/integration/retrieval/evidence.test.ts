import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeWritersProject } from '../../bench/writers-project.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const sample = (language: string): string =>
  fileURLToPath(new URL(`../../../samples/${language}/manuscript`, import.meta.url));

describe.each(['zh-CN', 'en'])("a writer's project of the %s sample novel", (language) => {
  it('sends nine of ten old passages that share a place and an object with the cursor [E1]', async () => {
    const made = await makeWritersProject(test, sample(language));
    const { projectId } = made.project;
    await test.call('retrieval:index', { projectId, wait: true });
    let sent = 0;
    for (const { documentId, cursorPosition, passage } of made.planted) {
      const cursor = { projectId, documentId, cursorPosition, skillId: 'continue' };
      const { prompt } = await test.call('context:assemble', cursor);
      if (prompt.includes(passage.told)) sent += 1;
    }
    expect(sent).toBeGreaterThanOrEqual(9);
  }, 60_000);
});
