import { describe, expect, it } from 'vitest';
import { scenesOf } from '#main/base/prose/scenes.ts';

const openings = (text: string): string[] => scenesOf(text).map(({ opening }) => opening);

describe('the scenes of a chapter [W1]', () => {
  it('are what stands between lines of stars or dashes, with their words and first words', () => {
    const text =
      '# 第一章 渡口\n\n雪落了一夜。\n\n没有人。\n\n***\n\n天亮了。\n\n　　＊　＊\n\n*She* waited.\n';
    const scenes = scenesOf(text);
    expect(scenes.map(({ opening, words }) => [opening, words])).toEqual([
      ['雪落了一夜。', 8],
      ['天亮了。', 3],
      ['She waited.', 2],
    ]);
    expect(scenes.map(({ start, end }) => text.slice(start, end))).toEqual([
      '雪落了一夜。\n\n没有人。',
      '天亮了。',
      '*She* waited.',
    ]);
  });

  it('are one where nothing parts them, and none without words', () => {
    expect(openings('雪。\n')).toEqual(['雪。']);
    expect(openings('')).toEqual([]);
    expect(openings('# 题目\n\n***\n')).toEqual([]);
    expect(openings('***\n\n雪。\n\n***\n\n***\n\n雨。\n\n***\n')).toEqual(['雪。', '雨。']);
  });

  it('begin behind front matter and behind a title that is underlined', () => {
    expect(openings('---\ntitle: x\n---\n\n雪。\n')).toEqual(['雪。']);
    expect(openings('第一章\n======\n\n雪。\n\n* * *\n\n雨。\n')).toEqual(['雪。', '雨。']);
    expect(openings('Chapter One\r\n---\r\n\r\nSnow.\r\n')).toEqual(['Snow.']);
    // An empty line between: a break, and what stands above it is a scene.
    expect(openings('雪。\n\n---\n\n雨。\n')).toEqual(['雪。', '雨。']);
  });

  it('begin with the first behind a break that the chapter begins with, which is no front matter [W1 F23]', () => {
    expect(openings('---\n\n雪。\n\n---\n\n雨。\n')).toEqual(['雪。', '雨。']);
    expect(openings('---\n雪。\n---\n雨。\n')).toEqual(['雪。', '雨。']);
  });

  it('tell no more than the beginning of a long line, and tear no character', () => {
    const [scene] = scenesOf(`${'𠀀'.repeat(150)}\n`);
    expect(scene?.opening).toBe(`${'𠀀'.repeat(120)}…`);
  });
});
