import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findMentions,
  pathAtStart,
  projectPath,
  writeReminders,
} from '#main/assistant/conversation/question/mentions.ts';

const first = (text: string): string[] =>
  findMentions(text).map(({ candidates }) => candidates[0] ?? '');

describe('mentions of files', () => {
  it('are what the pattern of the source finds in English [S4-23]', () => {
    expect(first('see @src/utils/auth.ts and @README')).toEqual(['src/utils/auth.ts', 'README']);
    expect(first('(@a/b-c_d.test.ts)')).toEqual(['a/b-c_d.test.ts']);
  });

  it('do not follow a letter or digit, but may follow a Chinese character [S4-23]', () => {
    expect(first('writer@example.com x9@y.md é@z.md')).toEqual([]);
    expect(first('请看@大纲.md')).toEqual(['大纲.md']);
    expect(first('𠀀@大纲.md')).toEqual(['大纲.md']);
  });

  it('leave trailing punctuation out [S4-25]', () => {
    expect(findMentions('see @notes.md.')[0]?.candidates).toEqual(['notes.md.', 'notes.md']);
    expect(findMentions('看@大纲.md，然后')[0]?.candidates).toEqual(['大纲.md']);
  });

  it('offer every beginning with an extension where Chinese runs on [S4-25]', () => {
    expect(findMentions('@大纲.v2.md里的人')[0]?.candidates).toEqual([
      '大纲.v2.md里的人',
      '大纲.v2.md',
      '大纲.v2',
    ]);
  });

  it('know a file by its whole name where marks are part of it [S4-25]', () => {
    const paths = ['第三章.md', '第三章：雪（上）.md', '第三章：雪（上）.md.txt', 'a b.md'];
    const named = (words: string) => pathAtStart(words, paths);
    expect(named('第三章：雪（上）.md里的人')).toBe('第三章：雪（上）.md');
    expect(named('第三章：雪（上）.md.txt')).toBe('第三章：雪（上）.md.txt');
    expect(named('第三章.md5')).toBeNull();
    expect(named('第三章：雪')).toBeNull();
    expect(named('a b.md')).toBeNull();
  });

  it('never come out of the project, whatever is written [S4-26]', () => {
    for (const path of [
      '../a',
      'a/../b',
      '/etc/x',
      'C:\\x',
      'a//b',
      '.git/x',
      'a/.b',
      '',
      'a\0b',
    ]) {
      expect({ path, plain: projectPath(path) }).toEqual({ path, plain: null });
    }
    expect(projectPath('./a/b.md')).toBe('a/b.md');
    expect(projectPath('e\u0301.md')).toBe('\u00e9.md');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('.', '/', 'a', '\\', ':', '章') }), (path) => {
        const plain = projectPath(path);
        expect(plain === null || !`/${plain}/`.includes('/.')).toBe(true);
      }),
    );
  });

  it('end in a count from the sixth on [S4-24]', () => {
    expect(writeReminders(['a', 'b', 'c', 'd', 'e'])).toHaveLength(5);
    expect(writeReminders(['a', 'b', 'c', 'd', 'e', 'f']).at(-1)).toBe('(and 1 more…)');
    expect(writeReminders([])).toEqual([]);
  });
});
