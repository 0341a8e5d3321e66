/** A project as a writer makes it, out of any folder of Markdown: a codex, constraints, habits and planted passages. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '#shared/contract/index.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import { findBookNames } from './book-names.ts';
import { type Planted, plantedPassages, plantPassages } from './planted-passages.ts';

const entryCount = 50;
const alwaysCount = 12;
const constraintCount = 20;

export type WritersProject = {
  project: Output<'projects:open'>;
  /** Text of each chapter by its id. */
  texts: Map<string, string>;
  entries: { entityId: string; name: string }[];
  constraints: string[];
  planted: { documentId: string; cursorPosition: number; passage: Planted }[];
};

const habits = {
  'zh-CN': [
    '对话之间少用“说道”',
    '动作场景用短句',
    '每段不超过五句',
    '少用比喻',
    '景物只写一笔',
    '心理不直接说破',
    '结尾留一个未答的问题',
    '不用感叹号',
  ],
  en: [
    'few speech tags between lines of dialogue',
    'short sentences in scenes of action',
    'no paragraph of more than five sentences',
    'few similes',
    'one stroke for a landscape',
    'feelings are shown, not named',
    'a chapter ends on an open question',
    'no exclamation marks',
  ],
} as const;

const constraintOf = (language: 'zh-CN' | 'en', name: string, index: number): string =>
  language === 'zh-CN'
    ? `约束${index + 1}：${name}在本卷里不得离开本地，也不得知道信的内容`
    : `Rule ${index + 1}: ${name} must not leave the place in this volume, nor learn what the letter says`;

/** Copies the book, plants passages in the copy, and opens it. */
const openPlanted = async (test: TestApp, source: string) => {
  const folder = join(test.folder, 'book');
  cpSync(source, folder, { recursive: true });
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort();
  const chapters = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  const language = /\p{Script=Han}{20}/u.test(chapters.join('').slice(0, 20_000)) ? 'zh-CN' : 'en';
  const planted = plantPassages(chapters, plantedPassages[language]);
  for (const [index, file] of files.entries()) {
    writeFileSync(join(folder, file), planted.chapters[index] ?? '');
  }
  const project = await test.call('projects:open', { path: folder, language });
  return { folder, files, language, planted, project } as const;
};

const fillCodex = async (
  test: TestApp,
  projectId: string,
  book: string,
): Promise<WritersProject['entries']> => {
  const entries: WritersProject['entries'] = [];
  for (const [index, { name, summary }] of findBookNames(book, entryCount).entries()) {
    const { entityId } = await test.call('knowledge:entities:create', {
      projectId,
      kind: 'character',
      name,
      summary,
      inclusion: index % Math.floor(entryCount / alwaysCount) === 3 ? 'always' : 'auto',
    });
    entries.push({ entityId, name });
  }
  return entries;
};

/** A book of at least 24 chapters gives all ten planted passages a chapter of their own. */
export const makeWritersProject = async (
  test: TestApp,
  source: string,
): Promise<WritersProject & { folder: string }> => {
  const { folder, files, language, planted, project } = await openPlanted(test, source);
  const { projectId, documents } = project;
  const texts = new Map<string, string>();
  for (const { documentId } of documents) {
    texts.set(documentId, (await test.call('documents:read', { projectId, documentId })).text);
  }
  const entries = await fillCodex(test, projectId, [...texts.values()].join('\n'));
  const constraints: string[] = [];
  for (let index = 0; index < constraintCount; index += 1) {
    const name = entries[index % Math.max(1, entries.length)]?.name ?? '';
    const text = constraintOf(language, name, index);
    await test.call('constraints:create', { projectId, type: 'plot', text });
    constraints.push(text);
  }
  for (const text of habits[language]) {
    await test.call('memory:rules:create', { projectId, text, confidence: 0.8, confirmed: true });
  }
  const byPath = new Map(documents.map(({ path, documentId }) => [path, documentId]));
  const cursors = planted.cursors.map(({ chapter, passage }) => {
    const documentId = byPath.get(files[chapter] ?? '') ?? '';
    const text = texts.get(documentId) ?? '';
    const cursorPosition = text.indexOf(passage.cursor) + passage.cursor.length;
    return { documentId, cursorPosition, passage };
  });
  return { folder, project, texts, entries, constraints, planted: cursors };
};

export type Cursor = { documentId: string; cursorPosition: number };

/** Steps by the golden section, so that no two are alike however many are asked. */
const step = 0.618_033_988_749_895;

/** Cursors never asked before, chapter after chapter: each call goes on where the last one ended. */
export const newCursors = ({ project, texts }: WritersProject) => {
  let asked = 0;
  return (count: number): Cursor[] =>
    Array.from({ length: count }, () => {
      const document = project.documents[asked % project.documents.length];
      if (!document) throw new Error('an empty folder');
      const { length } = texts.get(document.documentId) ?? '';
      const share = 0.2 + 0.8 * ((asked * step) % 1);
      asked += 1;
      return {
        documentId: document.documentId,
        cursorPosition: Math.min(length, Math.floor(length * share) + 1),
      };
    });
};
