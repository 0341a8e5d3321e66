import { beforeAll, describe, expect, it } from 'vitest';
import { createI18n, type Translate } from '#renderer/i18n/index.ts';
import { fileTitle } from '#renderer/features/context-files/file-title.ts';

let t: Translate;
beforeAll(async () => {
  t = (await createI18n('zh-CN')).t;
});

describe('titles of context files', () => {
  it.each([
    ['Output of the tool Grep, in full', '全部结果：找字句'],
    ['Output of the tool search_manuscript', '结果：查相关段落'],
    ['Output of Bash', '结果：运行命令'],
    ['Output of the tool dice:roll', '结果：dice:roll'],
    [
      'Messages 1-8 of the conversation as they were before they were archived',
      '第 1-8 条消息，归纳之前的原样',
    ],
    ['Summary of messages 1-8 of the conversation', '第 1-8 条消息的归纳'],
    ['A message of the conversation in full', '一条消息的全文'],
    ['What was offloaded from the conversation, and when', '移出内容的记录'],
    ['Recovered: artifacts/a.txt', '找回的文件：artifacts/a.txt'],
    ['Imported: artifacts/a.txt', '导入的文件：artifacts/a.txt'],
  ])('S1-20 says %s in the language of the interface', (hint, title) => {
    expect(fileTitle(t, hint)).toBe(title);
  });

  it('S1-20 leaves a hint that is not its own as it stands', () => {
    expect(fileTitle(t, '大纲.txt')).toBe('大纲.txt');
  });
});
