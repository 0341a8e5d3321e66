import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSceneBreak } from '#main/base/prose/paragraphs.ts';
import { sceneSpansOf, scenesOf } from '#main/base/prose/scenes.ts';
import { withPlainLineEnds } from '#main/book/documents/line-ends.ts';
import { arrangeScene } from '#main/book/documents/steps/arrange-scene.ts';
import {
  composeRaw,
  composeText,
  inLineEndsOf,
  reverseArrangements,
} from '#main/book/documents/steps/arrangement.ts';

/** The texts after scene `scene` of the first went to the place `at` of the last. */
const move = (texts: readonly string[], scene: number, at: number): string[] | null => {
  const chapters = texts.map((text, index) => ({ documentId: `c${index}`, text }));
  const [from, to = from] = chapters;
  if (!from || !to) return null;
  const made = arrangeScene({ from, scene, to, at });
  const sources = new Map(chapters.map(({ documentId, text }) => [documentId, text]));
  return made && [...made.values()].map((pieces) => composeText(pieces, sources));
};

const one =
  '# 第一章 渡口\n\n舅公不在船上。\n\n***\n\n灯还亮着。\n\n她数到七。\n\n***\n\n灯灭了。\n';
const two = '# 第二章 门槛\n\n母亲量水。\n';

describe('a scene that is moved [W1]', () => {
  it('changes places with the others of its chapter, the breaks staying as they are', () => {
    expect(move([one], 2, 0)).toEqual([
      '# 第一章 渡口\n\n灯灭了。\n\n***\n\n舅公不在船上。\n\n***\n\n灯还亮着。\n\n她数到七。\n',
    ]);
    const marks = 'A\n\n* * *\n\nB\n---\nC';
    expect(move([marks], 0, 2)).toEqual(['B\n\n* * *\n\nC\n---\nA']);
  });

  it('goes into another chapter, first, last or alone, with a break as that chapter has them', () => {
    expect(move([one, two], 1, 1)).toEqual([
      '# 第一章 渡口\n\n舅公不在船上。\n\n***\n\n灯灭了。\n',
      '# 第二章 门槛\n\n母亲量水。\n\n***\n\n灯还亮着。\n\n她数到七。\n',
    ]);
    expect(move([one, '# T\n\na\n\n◆\n\nb\n'], 2, 0)).toEqual([
      '# 第一章 渡口\n\n舅公不在船上。\n\n***\n\n灯还亮着。\n\n她数到七。\n',
      '# T\n\n灯灭了。\n\n◆\n\na\n\n◆\n\nb\n',
    ]);
    expect(move([one, '# 空章\n'], 0, 0)?.[1]).toBe('# 空章\n\n舅公不在船上。\n');
    expect(move([one, ''], 0, 0)?.[1]).toBe('舅公不在船上。\n');
    expect(move([two, '甲\n'], 0, 1)?.[1]).toBe('甲\n\n***\n\n母亲量水。\n');
  });

  it('leaves the name of a chapter it was the only scene of, and takes its own headings along', () => {
    expect(move([two, one], 0, 0)?.[0]).toBe('# 第二章 门槛\n');
    expect(move(['题\n===\n\n文。', one], 0, 0)?.[0]).toBe('题\n===\n');
    expect(move(['---\ntitle: t\n---\n文。', one], 0, 0)?.[0]).toBe('---\ntitle: t\n---\n');
    expect(move(['文。\n', one], 0, 0)?.[0]).toBe('\n');
    const headed = '# T\n\n## One\n\na\n\n***\n\n## Two\n\nb\n\n### Late\n';
    expect(move([headed], 1, 0)).toEqual([
      '# T\n\n## Two\n\nb\n\n### Late\n\n***\n\n## One\n\na\n',
    ]);
  });

  it('is refused where there is none, no such place, or it stands there already', () => {
    expect(move([one], 3, 0)).toBeNull();
    expect(move([one], 0, 3)).toBeNull();
    expect(move([one], 1, 1)).toBeNull();
    expect(move([one, two], 0, 2)).toBeNull();
    expect(move(['# 空章\n', two], 0, 0)).toBeNull();
  });

  it('lets no break underline the one line that comes to stand above it', () => {
    const made = move(['长。\n又一行。\n---\n短。\n'], 1, 0)?.[0] ?? '';
    expect(scenesOf(made).map(({ opening }) => opening)).toEqual(['短。', '长。']);
  });

  const line = fc.constantFrom(
    ...[
      'a',
      'b c',
      '雨。',
      '𠮷',
      '# T',
      '## S',
      '***',
      '* * *',
      '---',
      '===',
      '◆',
      '',
      '',
      '\u3000',
      '<!--',
    ],
  );
  const ending = fc.constantFrom('\n', '\n', '\r\n', '\n\n');
  const raw = fc
    .array(fc.tuple(line, ending), { maxLength: 14 })
    .map((lines) => lines.flat().join(''));
  const texts = fc.oneof(
    fc.tuple(raw),
    fc.tuple(raw, raw),
    fc.tuple(
      raw,
      raw.map((text) => text.trimEnd()),
    ),
  );
  const proseOf = (all: readonly string[]): string[] =>
    all
      .flatMap((text) => text.split('\n'))
      .filter((written) => written.trim() !== '' && !isSceneBreak(written))
      .toSorted();

  it('loses no line of any text, reads as a scene of its new place, and goes back to the very bytes', () => {
    fc.assert(
      fc.property(texts, fc.nat(6), fc.nat(6), (raws, scene, at) => {
        const chapters = raws.map((text, index) => ({
          documentId: `c${index}`,
          text: withPlainLineEnds(text),
        }));
        const [from, to = from] = chapters;
        if (!from || !to) return;
        const files = new Map(raws.map((text, index) => [`c${index}`, text]));
        const arranged = arrangeScene({ from, scene, to, at });
        const made = arranged && inLineEndsOf(arranged, files);
        const [span, there] = [sceneSpansOf(from.text)[scene], sceneSpansOf(to.text)];
        const isPlace = from === to ? at < there.length && at !== scene : at <= there.length;
        expect(made === null).toBe(span === undefined || !isPlace);
        if (made === null || span === undefined) return;
        const before = new Map(chapters.map(({ documentId, text }) => [documentId, text]));
        const after = new Map(
          [...made].map(([documentId, pieces]) => [documentId, composeText(pieces, before)]),
        );
        expect(proseOf([...after.values()])).toEqual(proseOf([...before.values()]));
        const received = after.get(to.documentId) ?? '';
        const now = sceneSpansOf(received)[at];
        const words = from.text.slice(span.start, span.end);
        expect(words.endsWith(received.slice(now?.start, now?.end))).toBe(true);

        const written = new Map([...made].map(([id, pieces]) => [id, composeRaw(pieces, files)]));
        const back = reverseArrangements(made, files);
        for (const [id, pieces] of back) {
          expect(withPlainLineEnds(written.get(id) ?? '')).toBe(after.get(id));
          expect(composeText(pieces, after)).toBe(before.get(id));
          expect(composeRaw(pieces, written)).toBe(files.get(id));
        }
      }),
      { numRuns: 3000 },
    );
  });
});
