import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  callbackColumns,
  describeCallbacks,
  measureCallbacks,
  parseCallbacks,
} from '../../../scripts/recall/callbacks.ts';
import { findBookNames } from '../../bench/book-names.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-callbacks-'));
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const told = '守塔人把铜哨子埋在柳叶渡的石头底下，谁也没有看见。';
const unlike = '三月里的杏花开得很盛，满院都是香气。';
const cursor = '她走到柳叶渡，想起那只铜哨子来。';

const writeChapter = (number: number, text: string): void =>
  writeFileSync(path.join(folder, `00${number}.md`), `# 第${number}章\n\n${text}\n`);

describe('measuring callbacks', () => {
  it('counts a passage that is sent, and says where one was lost that is not [E1]', async () => {
    writeChapter(1, `${'雨下了一夜，路上没有人。'.repeat(40)}\n\n${told}`);
    writeChapter(2, `${unlike}\n\n${'他们在灯下坐了很久，没有说话。'.repeat(60)}`);
    writeChapter(3, '街上很静。'.repeat(200));
    writeChapter(4, `${'船靠了岸。'.repeat(30)}\n\n${cursor}\n\n后来的事谁也不知道。`);
    const table = [
      `${callbackColumns}\tkind\tnote`,
      `004.md\t${cursor}\t001.md\t${told}\ta\t`,
      `004.md\t${cursor}\t002.md\t${unlike}\tb\t`,
    ].join('\n');
    const results = await measureCallbacks(folder, parseCallbacks(table));
    expect(results.map(({ outcomes }) => outcomes['16k'].kind)).toEqual(['sent', 'notOffered']);
    const description = describeCallbacks(results);
    expect(description).toContain('| 16k | 1 of 2 | 1 of 1 | 0 of 1 |');
    expect(description).toContain('16k not offered');
  });

  it('refuses a quote that its chapter does not hold [E1]', async () => {
    writeChapter(1, told);
    writeChapter(2, cursor);
    const callback = {
      cursorChapter: '002.md',
      cursorQuote: cursor,
      passageChapter: '001.md',
      passageQuote: unlike,
    };
    await expect(measureCallbacks(folder, [callback])).rejects.toThrow('001.md does not hold');
  });
});

describe("a codex made of a book's own names", () => {
  it('finds who speaks in Chinese and who is capitalised in English', () => {
    const chinese = '雪停了。林远道：“走。”郑九说：“等等。”'.repeat(4);
    expect(findBookNames(chinese, 10).map(({ name }) => name)).toEqual(['林远', '郑九']);
    const english = 'They saw that Mr. Darcy and old Jane were there, with Darcy apart. '.repeat(4);
    expect(findBookNames(english, 10).map(({ name }) => name)).toEqual(['Darcy', 'Jane']);
  });
});
