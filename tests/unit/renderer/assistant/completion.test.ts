import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  complete,
  fileWord,
  matchingFiles,
  wantedAt,
} from '#renderer/features/assistant/composer/completion.ts';
import { decodeText } from '#renderer/features/assistant/composer/decode.ts';
import { readSlash, slashChoices } from '#renderer/features/assistant/composer/slash.ts';

const at = (marked: string) => {
  const caret = marked.indexOf('|');
  return wantedAt(marked.replace('|', ''), caret);
};

describe('what can be completed', () => {
  it('S4-23 is a file behind @, Han before it or not, but not an address', () => {
    expect(at('照 @第二|')).toEqual({ sign: '@', query: '第二', from: 2 });
    expect(at('照@第二|章')).toMatchObject({ query: '第二', from: 1 });
    expect(at('@"第 二|')).toMatchObject({ query: '第 二' });
    expect(at('name@host|')).toBeNull();
    expect(at('@第二 章|')).toBeNull();
    expect(at('|@第二')).toBeNull();
  });

  it('is a command only at the very beginning', () => {
    expect(at('/续|')).toEqual({ sign: '/', query: '续', from: 0 });
    expect(at('看 /续|')).toBeNull();
    expect(at('/续写 再|')).toBeNull();
  });

  it('S4-24 writes paths so that they are read as one, whatever signs are in them', () => {
    expect(fileWord('上卷/第一章.md')).toBe('@上卷/第一章.md');
    expect(fileWord('part one/ch 1.md')).toBe('@"part one/ch 1.md"');
    expect(fileWord('第一章（旧）.md')).toBe('@"第一章（旧）.md"');
  });

  it('puts a space where the sign would otherwise belong to a word', () => {
    const wanted = { sign: '@' as const, query: '第', from: 1 };
    expect(complete('照@第写', 3, wanted, '@01.md')).toEqual({ text: '照 @01.md 写', caret: 9 });
  });

  it('keeps all text outside of the completed word', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        // Behind an open quotation mark all of the line belongs to the path.
        fc.pre(!/@"[^"\n]*$/u.test(before));
        const head = `${before} @第`;
        const wanted = wantedAt(head + after, head.length);
        if (wanted === null) throw new Error('nothing to complete');
        const done = complete(head + after, head.length, wanted, '@01.md');
        expect(done.text.startsWith(before)).toBe(true);
        expect(done.text.endsWith(after.replace(/^"/, ''))).toBe(true);
        expect(done.text.slice(0, done.caret).endsWith('@01.md ')).toBe(true);
      }),
      { examples: [['"@"', '"']] },
    );
  });

  it('finds files by title and path, beginnings first', () => {
    const files = [
      { path: '02.md', title: '渡口的第二夜' },
      { path: '03.md', title: '第二次测量' },
      { path: 'notes/第二.md', title: '笔记' },
      { path: '04.md', title: '退潮' },
    ];
    expect(matchingFiles(files, '第二', 8).map(({ path }) => path)).toEqual([
      ...['03.md', 'notes/第二.md', '02.md'],
    ]);
    expect(matchingFiles(files, '', 2)).toHaveLength(2);
  });
});

describe('commands', () => {
  const skills = [
    { skillId: 'continue', title: '续写' },
    { skillId: 'rewrite', title: '重写' },
  ];
  it('run a skill by its name in either language, with the rest as a wish', () => {
    const wanted = { kind: 'skill', skillId: 'continue', instruction: '短些\n不要对话' };
    expect(readSlash('/continue 短些\n不要对话', skills)).toEqual(wanted);
    expect(readSlash('/续写 短些\n不要对话', skills)).toEqual(wanted);
    expect(readSlash('/compact', skills)).toEqual({ kind: 'action', action: 'compact' });
  });

  it.each(['/nothing', '/ continue', '写 /continue', '/compact 这一段', '//'])(
    'leave %j an ordinary message',
    (text) => {
      expect(readSlash(text, skills)).toBeNull();
    },
  );

  it('are offered by name or title', () => {
    const titles = { new: '开始新对话', compact: '归纳较早的对话', export: '导出这段对话' };
    const names = (query: string) => slashChoices(query, skills, titles).map(({ name }) => name);
    expect(names('')).toEqual(['continue', 'rewrite', 'new', 'compact', 'export']);
    expect(names('写')).toEqual(['continue', 'rewrite']);
    expect(names('对话')).toEqual(['new', 'compact', 'export']);
  });
});

describe('an attached file', () => {
  const utf8 = new TextEncoder();
  it('is read in the encodings Chinese texts come in, and refused when it is no text', () => {
    expect(decodeText(utf8.encode('雪落了一夜'))).toBe('雪落了一夜');
    expect(decodeText(new Uint8Array([0xd1, 0xa9, 0xc2, 0xe4]))).toBe('雪落');
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0xea, 0x96]))).toBe('雪');
    expect(decodeText(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]))).toBeNull();
  });

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !/[\0\ufeff]/.test(text)),
        (text) => {
          expect(decodeText(utf8.encode(text))).toBe(text);
        },
      ),
    );
  });
});
