import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';

let world: AiWorld;
beforeEach(async () => {
  world = await createAiWorld();
  await world.connect();
  await world.test.call('settings:update', { debugMode: true });
  await world.test.call('constraints:create', {
    projectId: world.projectId,
    type: 'style',
    text: '不用感叹号',
  });
});
afterEach(() => world.close());

/** What is shown for a request, and what the same request puts on the wire. */
async function shownAndSent(request: Input<'context:inspect'>) {
  const { test, server } = world;
  server.script({ pieces: ['船夫没有说话。'] });
  const shown = await test.call('context:inspect', request);
  doneOf(await world.run(request));
  const messages = server.calls.at(-1)?.body.messages as { content: string }[];
  const [system = '', user = ''] = messages.map(({ content }) => content);
  return { shown, sent: `${system}${user}`, whole: `${shown.systemPrompt}\n\n${shown.prompt}` };
}

describe('what is shown is what is sent', () => {
  it('for a passage that is rewritten [S3-29]', async () => {
    const { projectId, documentId, text } = world;
    const start = text.indexOf('他想起');
    const { shown, sent, whole } = await shownAndSent({
      projectId,
      documentId,
      cursorPosition: start,
      skillId: 'rewrite',
      selection: { start, end: start + '他想起昨夜的雪'.length },
      additionalInput: '短一些',
    });
    expect(shown.prompt).toContain('所给的段落：\n他想起昨夜的雪\n');
    expect(sent).toBe(whole);
  });

  it('for a skill of the writer’s own [S3-29]', async () => {
    const { test, projectId, documentId, text } = world;
    await mkdir(join(test.platform.paths.data, 'skills'), { recursive: true });
    const skill = [
      '---\nid: weather\ntitle.zh-CN: 天气\ntitle.en: Weather\ndescription.zh-CN: 写天气\n',
      'description.en: Weather\nplacement: replace\npassage: optional\n---\n\n',
      '## zh-CN\n\n只写天气，写成一句。\n\n## en\n\nOne sentence of weather.\n',
    ].join('');
    await writeFile(join(test.platform.paths.data, 'skills', 'weather.md'), skill);
    const { shown, sent, whole } = await shownAndSent({
      projectId,
      documentId,
      cursorPosition: 0,
      skillId: 'weather',
      selection: { start: text.indexOf('天亮'), end: text.indexOf('天亮') + 2 },
    });
    expect(shown.prompt).toContain('只写天气，写成一句。');
    expect(sent).toBe(whole);
  });

  it('for text that was saved a moment ago [S3-29]', async () => {
    const { test, projectId, documentId, text } = world;
    const read = await test.call('documents:read', { projectId, documentId });
    const typed = `${text}\n雾从河上漫过来。\n`;
    await test.call('documents:save', {
      projectId,
      documentId,
      text: typed,
      expectedVersion: read.version,
      reason: 'autosave',
    });
    const { shown, sent, whole } = await shownAndSent({
      projectId,
      documentId,
      cursorPosition: typed.length,
      skillId: 'continue',
    });
    expect(shown.prompt).toContain('雾从河上漫过来。');
    expect(sent).toBe(whole);
  });
});
