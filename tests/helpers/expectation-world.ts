/** A small book with something to expect in it, in a real program. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppOptions } from '#main/app-options.ts';
import type { Input, Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from './app.ts';

export const oath = '三个人在祠堂里跪下，发誓谁也不说出井底的铜钥匙。';
export const secret = '他其实是沈家的遗孤。';

const filler = (name: string): string =>
  Array.from(
    { length: 30 },
    (_, index) =>
      `${name}的第${index + 1}天，潮水照旧涨到第三级石阶，没有人下来，灯照着空空的渡口。`,
  ).join('\n\n');

export const chapters: Readonly<Record<string, string>> = {
  '01 渡口.md': `# 渡口\n\n${filler('渡口')}\n`,
  '02 祠堂.md': `# 祠堂\n\n${filler('祠堂')}\n\n${oath}\n\n${filler('雨')}\n`,
  '03 省城.md': `# 省城\n\n${filler('省城')}\n`,
  '04 归来.md': `# 归来\n\n${filler('归来')}\n\n郑九问林远，祠堂里发的誓还算不算，铜钥匙是不是还在井底。\n`,
};

export type ExpectationWorld = {
  test: TestApp;
  path: string;
  projectId: string;
  /** Ids of the chapters, in order. */
  ids: readonly string[];
  entityId: string;
  expect(
    given: Omit<Input<'expectations:create'>, 'projectId'>,
  ): Promise<Output<'expectations:create'>>;
  run(ids?: string[]): Promise<Output<'expectations:run'>>;
  /** What came of one expectation, looked at now. */
  look(expectationId: string): Promise<Output<'expectations:run'>['items'][number]>;
  edit(documentId: string, change: (text: string) => string): Promise<void>;
};

export const writeChapters = (path: string): void => {
  mkdirSync(path, { recursive: true });
  for (const [name, text] of Object.entries(chapters)) writeFileSync(join(path, name), text);
};

export const openExpectationWorld = async (options: AppOptions = {}): Promise<ExpectationWorld> => {
  const test = await createTestApp(options);
  const path = join(test.folder, 'novel');
  writeChapters(path);
  const { projectId, documents } = await test.call('projects:open', { path, language: 'zh-CN' });
  const { entityId } = await test.call('knowledge:entities:create', {
    projectId,
    kind: 'character',
    name: '林远',
    summary: `${secret}左手缺一根小指。`,
    inclusion: 'always',
  });
  const run = (expectationIds?: string[]) =>
    test.call('expectations:run', { projectId, ...(expectationIds ? { expectationIds } : {}) });
  return {
    ...{ test, path, projectId, entityId, run },
    ids: documents.map(({ documentId }) => documentId),
    expect: (given) => test.call('expectations:create', { projectId, ...given }),
    async look(expectationId) {
      const { items } = await run([expectationId]);
      const [item] = items;
      if (!item || items.length > 1) throw new Error('one expectation has one result');
      return item;
    },
    async edit(documentId, change) {
      const { text, version } = await test.call('documents:read', { projectId, documentId });
      await test.call('documents:save', {
        ...{ projectId, documentId, text: change(text) },
        expectedVersion: version,
      });
    },
  };
};
