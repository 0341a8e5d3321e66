import { beforeAll, describe, expect, it } from 'vitest';
import { createI18n, type Translate } from '#renderer/i18n/index.ts';
import { fileTitle, type TitledFile } from '#renderer/features/context-files/file-title.ts';
import type { FileOrigin } from '#shared/domain/context-file.ts';

let t: Translate;
let inEnglish: Translate;
beforeAll(async () => {
  t = (await createI18n('zh-CN')).t;
  inEnglish = (await createI18n('en')).t;
});

const documents = [{ path: '第三章 渡口的锣.md', title: '第三章 渡口的锣' }];
const titled = (hint: string, more: Partial<TitledFile> = {}, words = t): string =>
  fileTitle(words, { hint, ...more }, documents);
const asked = (toolName: string, input: Record<string, string>): { origin: FileOrigin } => ({
  origin: { messageId: 'm1', role: 'tool', beginning: '', call: { toolName, input } },
});
const said = (role: 'user' | 'assistant', beginning: string): { origin: FileOrigin } => ({
  origin: { messageId: 'm1', role, beginning },
});

describe('titles of context files', () => {
  it.each([
    ['Output of the tool Grep, in full', '在全书里找了字句'],
    ['Output of the tool search_manuscript', '在书里查了相关段落'],
    ['Output of Bash', '运行了 命令'],
    ['Output of the tool dice:roll', '用了 dice:roll'],
    [
      'Messages 1-8 of the conversation as they were before they were archived',
      '第 1-8 条消息，归纳之前的原样',
    ],
    ['Summary of messages 1-8 of the conversation', '第 1-8 条消息的归纳'],
    ['A message of the conversation in full', '一条消息的全文'],
    ['What was offloaded from the conversation, and when', '移出内容的记录'],
    ['Recovered: artifacts/a.txt', '找回的文件：artifacts/a.txt'],
    ['Imported: artifacts/a.txt', '导入的文件：artifacts/a.txt'],
  ])('say %s in the language of the interface [S1-20]', (hint, title) => {
    expect(titled(hint)).toBe(title);
  });

  it.each([
    [
      'search_manuscript',
      { query: '乌鸦' },
      '在书里查了“乌鸦”',
      'Searched the manuscript for “乌鸦”',
    ],
    ['lookup_codex', { query: '郑九' }, '查了设定集“郑九”', 'Looked up “郑九” in the codex'],
    ['Read', { path: '第三章 渡口的锣.md' }, '读了第三章', 'Read 第三章'],
    ['Bash', { command: 'wc -l 潮位.csv' }, '运行了 wc -l 潮位.csv', 'Ran wc -l 潮位.csv'],
  ])('say what %s was asked [F15 S1-20]', (tool, input, chinese, english) => {
    const hint = `Output of the tool ${tool}, in full`;
    expect(titled(hint, asked(tool, input))).toBe(chinese);
    expect(titled(hint, asked(tool, input), inEnglish)).toBe(english);
    // What another tool was asked says nothing about this one.
    expect(titled(hint, asked('LS', input))).not.toBe(chinese);
  });

  it('say who said a message and how it begins, and who handed a text over [F15]', () => {
    const hint = 'A message of the conversation in full';
    expect(titled(hint, said('user', '潮在\n几时？'))).toBe('你问的：潮在 几时？');
    expect(titled(hint, said('assistant', '子时涨潮。'))).toBe('助手说的：子时涨潮。');
    const source = { type: 'attachment', id: '', name: '岱浦潮位表' };
    expect(titled('岱浦潮位表', { source, ...said('user', '核对') })).toBe('你交来的“岱浦潮位表”');
  });

  it('leave a hint that is not its own as it stands [S1-20]', () => {
    expect(titled('大纲.txt')).toBe('大纲.txt');
  });
});
