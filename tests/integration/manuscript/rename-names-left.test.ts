import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp();
});
afterEach(() => test.close());

const files = {
  '卷一 阿禾传/阿禾的梦.md': '雪落了一夜，阿禾没有睡。\n',
  '卷一 阿禾传/渡口.md': '# 阿禾在渡口\n\n船来了，阿禾上了船。\n',
  '卷一 阿禾传/灯.md': '# *阿禾*的灯\n\n灯灭了。\n',
  '02 王阿禾/归途.md': '# 归途\n\n王阿禾回来了。\n',
};

const openBook = async (texts: Record<string, string>) => {
  const path = join(test.folder, 'book');
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return test.call('projects:open', { path, language: 'zh-CN' });
};

const previewOf = async (projectId: string) => {
  const { entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '阿禾', summary: '' },
  });
  return test.call('manuscript:rename:preview', { projectId, entityId, name: '小满' });
};

it('tells of volumes, file names and labels that have the name, and of no title that changes with its text [W2]', async () => {
  const { projectId, documents } = await openBook(files);
  const [first, second] = documents.map(({ documentId }) => documentId);
  for (const [documentId, label] of [
    [first, '阿禾线'],
    [second, '阿禾线'],
  ] as const) {
    await test.call('documents:update', {
      ...{ projectId, documentId: documentId ?? '', labels: [label, '初稿'] },
    });
  }
  expect((await previewOf(projectId)).namesLeft).toEqual({
    // One in a longer name, too: nothing is done there, and who it is only the writer knows.
    volumes: ['卷一 阿禾传', '王阿禾'],
    chapters: ['阿禾的梦'],
    labels: ['阿禾线'],
  });
});

it('has nothing to tell of where no such name stands [W2]', async () => {
  const { projectId } = await openBook({ '渡口.md': '# 渡口\n\n阿禾上了船。\n' });
  expect((await previewOf(projectId)).namesLeft).toEqual({
    volumes: [],
    chapters: [],
    labels: [],
  });
});
