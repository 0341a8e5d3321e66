import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input, Output } from '#shared/contract/index.ts';
import type { TestApp } from './app.ts';

/** A small book of its own: seven chapters with things to find again. */
export const writeSnowBook = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const chapters = [
    ['第一章 雪夜', '林远把铜钥匙压在砚台底下，转身去关窗。\n\n窗外的雪落了一夜。'],
    ['第二章 渡口', '渡口的郑九敲了三声锣，船没有来。\n\n林远站在石阶上，手里攥着那封信。'],
    ['第三章 来信', '信是省城寄来的，落款只有一个“陈”字。\n\n他把信看了两遍，折好，放回怀里。'],
    ['第四章 铜钥匙', '砚台还在，铜钥匙却不见了。\n\n林远蹲下来，在桌脚边看见半个湿脚印。'],
    ['第五章 脚印', '脚印通到后院，到井边就断了。\n\n井绳是湿的。'],
    ['第六章 井', '郑九说他昨夜没有敲锣。\n\n林远没有作声。'],
    ['第七章 还信', '陈先生自己来了。\n\n他问：“钥匙呢？”'],
  ] as const;
  for (const [title, text] of chapters) {
    writeFileSync(join(folder, `${title}.md`), `# ${title}\n\n${text}\n`);
  }
};

type Project = Output<'projects:open'>;

export const openSnowBook = (test: TestApp): Promise<Project> => {
  const path = join(test.folder, 'book');
  writeSnowBook(path);
  return test.call('projects:open', { path });
};

export const chapterOf = (project: Project, number: number): Project['documents'][number] => {
  const found = project.documents.find((document) => document.chapter === number);
  if (!found) throw new Error(`no chapter ${number}`);
  return found;
};

/** A request to go on at the end of a chapter. */
export const requestAt = async (
  test: TestApp,
  project: Project,
  number: number,
  change: Partial<Input<'context:assemble'>> = {},
): Promise<Input<'context:assemble'>> => {
  const { projectId } = project;
  const { documentId } = chapterOf(project, number);
  const { text } = await test.call('documents:read', { projectId, documentId });
  return { projectId, documentId, cursorPosition: text.length, skillId: 'continue', ...change };
};
