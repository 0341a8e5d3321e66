import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Names an entry that waits for chapter 9; one that is never sent. */
const waits = '沈砚';
const never = '鬼市';
const guard = `谁也不许提${waits}是谁。`;
const late = '第三章起写她的左手。';

let test: TestApp;
let projectId: string;
let askTool: (name: string, input: Record<string, string>) => Promise<string>;

beforeAll(async () => {
  test = await createTestApp();
  const path = join(test.folder, 'lent');
  mkdirSync(path);
  writeFileSync(join(path, '01.md'), '# 渡口\n\n林远把铜钥匙藏在渡口的石缝里。\n');
  writeFileSync(join(path, '02.md'), '# 井边\n\n井边没有人。\n');
  writeFileSync(
    join(path, '03.md'),
    `# 回乡\n\n他在信里读到${never}两个字。\n\n他想起${waits}。\n\n林远又到渡口，想起铜钥匙。\n`,
  );
  const opened = await test.call('projects:open', { path, language: 'zh-CN' });
  ({ projectId } = opened);
  const documentId = opened.documents[0]?.documentId ?? '';
  await test.call('documents:update', {
    ...{ projectId, documentId, fence: { notBeforeChapter: 3 } },
  });
  const entity = { projectId, kind: 'character' as const, summary: '' };
  await test.call('knowledge:entities:create', {
    ...{ ...entity, name: waits, fence: { notBeforeChapter: 9 } },
  });
  await test.call('knowledge:entities:create', {
    ...{ ...entity, name: never, fence: { neverSend: true } },
  });
  const rule = { projectId, type: 'plot' as const };
  await test.call('constraints:create', { ...rule, text: guard });
  await test.call('constraints:create', { ...rule, text: `${never}不开门。` });
  await test.call('constraints:create', { ...rule, text: late, fence: { notBeforeChapter: 3 } });
  const { call } = test.app.offerTools(projectId);
  askTool = async (name, input) =>
    (await call({ name, input, program: 'friend' }, new AbortController().signal)).text;
});
afterAll(() => test.close());

describe('what another program is shown of a book that it was lent [N16 N3]', () => {
  it('is the same for a place, whichever tool it asks', async () => {
    const context = await askTool('context_for_place', { path: '03.md' });
    const rules = await askTool('lookup_constraints', { place: '03.md' });
    const chapter = await askTool('Read', { path: '03.md', place: '03.md' });
    const earlier = await askTool('Read', { path: '01.md', place: '03.md' });
    for (const shown of [context, rules]) {
      expect(shown).toContain(guard);
      expect(shown).toContain(late);
    }
    for (const shown of [context, chapter]) expect(shown).toContain(`他想起${waits}。`);
    expect(context).toContain('石缝里');
    expect(earlier).toContain('石缝里');
    for (const shown of [context, rules, chapter, earlier]) expect(shown).not.toContain(never);
  });

  it('opens no more than the place does, and without a place nothing that is fenced', async () => {
    const before = await askTool('context_for_place', { path: '02.md' });
    const rules = await askTool('lookup_constraints', { place: '02.md' });
    const anywhere = await askTool('lookup_constraints', {});
    for (const shown of [before, rules, anywhere]) {
      expect(shown).toContain(guard);
      expect(shown).not.toContain(late);
      expect(shown).not.toContain(never);
    }
    const closed: [string, Record<string, string>][] = [
      ['Read', { path: '01.md' }],
      ['Read', { path: '01.md', place: '02.md' }],
      ['Read', { path: '03.md', place: '02.md' }],
      ['Grep', { pattern: '石缝|想起', place: '02.md' }],
      ['list_chapters', { place: '02.md' }],
      // Its own fence keeps it back at its own place.
      ['context_for_place', { path: '01.md' }],
      ['lookup_constraints', { place: '01.md' }],
      ['lookup_constraints', { place: '../01.md' }],
      ['Read', { path: '03.md', place: '没有.md' }],
    ];
    for (const [name, input] of closed) {
      const shown = await askTool(name, input);
      expect(shown, `${name} ${JSON.stringify(input)}`).not.toMatch(/石缝|沈砚|鬼市|01\.md "/);
    }
    expect(await askTool('list_chapters', { place: '03.md' })).toContain('01.md');
  });
});
