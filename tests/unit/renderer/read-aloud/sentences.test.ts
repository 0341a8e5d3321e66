import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSentence } from '#renderer/features/read-aloud/sentences.ts';
import { hasRemoteOnly, voicesFor } from '#renderer/features/read-aloud/voices.ts';
import type { Language } from '#shared/domain/identifiers.ts';

const all = (text: string, language: Language, at = 0, end = text.length) => {
  const doc = Text.of(text.split('\n'));
  const said: string[] = [];
  let next = nextSentence(doc, { at, floor: 0, end }, language);
  while (next !== null) {
    said.push(next.said);
    next = nextSentence(doc, { at: next.to, floor: next.to, end }, language);
  }
  return said;
};

describe('what is said of a chapter [W5]', () => {
  it('is its sentences one by one, with their quotation marks and without marks of Markdown', () => {
    expect(
      all('# 第一章 门槛\n\n“你来了？”她问。灯*灭*了！\n\n* * *\n\n天亮了。', 'zh-CN'),
    ).toEqual(['第一章 门槛', '“你来了？”', '她问。', '灯灭了！', '天亮了。']);
    expect(all('Snow fell. “Who is there?” Nobody came.', 'en')).toEqual([
      'Snow fell.',
      '“Who is there?”',
      'Nobody came.',
    ]);
  });

  it('begins with the sentence of the caret, and of a selection is nothing but the selection', () => {
    const text = '雪停了。门开着。灯亮着。';
    expect(all(text, 'zh-CN', 6)[0]).toBe('门开着。');
    const doc = Text.of([text]);
    const part = nextSentence(doc, { at: 5, floor: 5, end: 7 }, 'zh-CN');
    expect(part).toEqual({ from: 5, to: 7, said: '开着' });
  });

  it('goes on without end or repetition in any text, long ones in parts', () => {
    const words = fc.constantFrom(
      '雪',
      '停了。',
      '\n',
      '\n\n',
      ' ',
      '“',
      '”',
      'a ',
      '. ',
      '*',
      '𠮷',
    );
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 400 }),
        fc.constantFrom('zh-CN', 'en'),
        (parts, language) => {
          const text = parts.join('');
          const doc = Text.of(text.split('\n'));
          let at = 0;
          for (;;) {
            const next = nextSentence(doc, { at, floor: at, end: text.length }, language);
            if (next === null) break;
            expect(next.from).toBeGreaterThanOrEqual(at);
            expect(next.to).toBeGreaterThan(next.from);
            expect(next.to - next.from).toBeLessThanOrEqual(241);
            expect(text.slice(at, next.from)).not.toMatch(/[\p{L}\p{N}]/u);
            at = next.to;
          }
          expect(text.slice(at)).not.toMatch(/[\p{L}\p{N}]/u);
        },
      ),
    );
  });
});

describe('the voices that may read [W5]', () => {
  const voice = (name: string, lang: string, localService: boolean) => ({
    name,
    lang,
    localService,
  });

  it('are those of this machine that speak the language of the book, never those of a server', () => {
    const voices = [
      voice('Far', 'zh-CN', false),
      voice('Near', 'zh_CN', true),
      voice('Old', 'cmn-Hans', true),
      voice('English', 'en-GB', true),
    ];
    expect(voicesFor(voices, 'zh-CN').map(({ name }) => name)).toEqual(['Near', 'Old']);
    expect(voicesFor(voices, 'en').map(({ name }) => name)).toEqual(['English']);
    expect(hasRemoteOnly([voice('Far', 'zh-CN', false)], 'zh-CN')).toBe(true);
    expect(hasRemoteOnly([voice('Far', 'zh-CN', false)], 'en')).toBe(false);
  });
});
