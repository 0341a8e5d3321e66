import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportKind } from '#shared/domain/report.ts';
import { carryOutOrder } from '#main/book/reports/carry-out-order.ts';
import { loadDictionary } from '#main/book/reports/spelling/dictionary.ts';

/** A report on chapters, without a codex. */
const linesOf = (kind: ReportKind, texts: readonly string[], watched: readonly string[] = []) => {
  const order = {
    chapters: texts.map((text) => ({ text, known: {} })),
    ...{ codex: [], watched, wordList: '', spelling: 'both' as const, ownWords: [] },
  };
  const made = carryOutOrder(
    order,
    { findNames: () => new Uint32Array(), loadDictionary },
    () => undefined,
  );
  const section = made.sections.find((one) => one.kind === kind);
  return (section?.lines ?? []).map((line) => ({
    ...line,
    quotes: Array.from({ length: line.places.length / 3 }, (_, at) =>
      texts[line.places[3 * at] ?? 0]?.slice(line.places[3 * at + 1], line.places[3 * at + 2]),
    ),
  }));
};
const labelsOf = (kind: ReportKind, texts: readonly string[]): string[] =>
  linesOf(kind, texts).map(({ label, remark }) => label || (remark ?? ''));

describe('the reports of a book', () => {
  it('count words of weight, not small words, numbers or names with a capital [W7]', () => {
    const text = `${'The lantern burned and Margaret took it. '.repeat(6)}`;
    expect(labelsOf('overused', [text])).toEqual(['lantern', 'burned']);
    expect(linesOf('overused', [text])[0]?.quotes).toEqual(Array(6).fill('lantern'));
  });

  it('take no pieces of small Chinese words for words of weight [W7]', () => {
    const text = '我的灯是他说的，他去了，我也见了灯笼。如今罢了。灯笼的目的。'.repeat(6);
    expect(labelsOf('overused', [text])).toEqual(['灯笼', '目的']);
  });

  it('tell how often a Chinese word stands inside of longer ones, which a search finds too [W7]', () => {
    const lines = linesOf('overused', ['林黛玉看见黛玉。'.repeat(5)]);
    const daiyu = lines.find(({ label }) => label === '黛玉');
    expect(daiyu?.quotes).toHaveLength(5);
    expect(daiyu?.figures?.within).toBe(5);
    // What is longer is in none that is shorter still, and Latin words have no words inside.
    expect(lines.find(({ label }) => label === '林黛玉')?.figures?.within).toBeUndefined();
    const latin = linesOf('overused', ['The lantern lit the lanterns. '.repeat(6)]);
    expect(latin.map(({ label }) => label)).toContain('lantern');
    expect(latin.flatMap(({ figures }) => figures?.within ?? [])).toEqual([]);
  });

  it('tell each repeated phrase once, as long as it is, within one clause [W7]', () => {
    const chapter = (n: string): string => `她慢慢地推开那扇旧木门，${n}。\n\n后来他${n}走了。\n`;
    const lines = linesOf('phrases', ['雪落', '灯灭', '人来', '水涨'].map(chapter));
    expect(lines.map(({ label }) => label)).toEqual(['她慢慢地推开那扇旧木门']);
    expect(lines[0]?.quotes).toEqual(Array(4).fill('她慢慢地推开那扇旧木门'));
    expect(lines[0]?.spread).toEqual([1, 1, 1, 1]);
  });

  it('hear a striking word that comes again soon, and not one that comes again late [W7]', () => {
    const far = 'One two three four. '.repeat(40);
    expect(labelsOf('nearby', [`A crimson lamp. The crimson wall. ${far} A lantern.`])).toEqual([
      'crimson',
    ]);
    expect(labelsOf('nearby', [`A crimson lamp. ${far}${far} The crimson wall.`])).toEqual([]);
  });

  it('find habits, worn turns before the words in them, adverbs but not every word in -ly [W7]', () => {
    expect(labelsOf('habits', ['他忽然点了点头，忽然走了。'])).toEqual(['忽然', '点了点头']);
    expect(labelsOf('habits', ['She nodded slowly. The family could see it slowly.'])).toEqual([
      'slowly',
      'could see',
    ]);
  });

  it('leave alone what only looks like a habit: half of another word, and a kind of something [W7]', () => {
    const text = '更冷冷清清的。他只有点头，恶狠狠的，猴在马上，严严紧紧。';
    expect(labelsOf('habits', [text])).toEqual([]);
    expect(labelsOf('habits', ['他冷冷的，有点急，马上走。'])).toEqual(['冷冷', '有点', '马上']);
    const meant = 'A good kind of woman, with that sort of pride, would rather go than stay.';
    expect(labelsOf('habits', [meant])).toEqual([]);
    expect(labelsOf('habits', ['He was kind of tired; it sort of hurt, rather badly.'])).toEqual([
      ...['kind of', 'sort of', 'rather', 'badly'],
    ]);
  });

  it('measure sentences, and tell where they run on or are all alike [W7]', () => {
    const even = '雪落在门前的石阶上了。'.repeat(7);
    const long = `${'雪落了又停停了又落'.repeat(12)}。`;
    const lines = linesOf('rhythm', [`# 一\n\n${even}\n\n${long}`]);
    expect(
      lines.map(({ remark, figures }) => [remark, figures.length ?? figures.sentences]),
    ).toEqual([
      ['longSentence', 108],
      ['evenRun', 7],
      ['chapterRhythm', 8],
    ]);
    expect(lines[1]?.quotes).toEqual([even]);
    expect(lines[2]?.figures).toMatchObject({ longest: 108 });
  });

  it('weigh what is spoken, and find where nobody speaks for long [W7]', () => {
    const silence = '雪落了一夜。'.repeat(260);
    const lines = linesOf('dialogue', ['“走吧。”他说。', `“走。”\n\n${silence}`]);
    expect(lines.map(({ remark }) => remark)).toEqual([
      ...['withoutSpeech', 'chapterSpeech', 'chapterSpeech'],
    ]);
    expect(lines[0]?.quotes[0]?.startsWith('雪落')).toBe(true);
    expect(lines[1]?.figures.share).toBe(50);
  });

  it('group sentences that are the same but for a word or two, each once [W7]', () => {
    const one = '她把那盏旧灯举得很高很高，照着湿漉漉的石阶。';
    const other = one.replace('石阶', '门槛');
    const lines = linesOf('duplicates', [`${one}雪落了一夜谁也没有出门去看那条河。`, other, one]);
    expect(lines.map(({ quotes }) => quotes)).toEqual([[one, other, one]]);
  });

  it('find every sentence that stands twice, however many words it shares with others [W7]', () => {
    const words = ['灯笼', '石阶', '母亲', '门槛', '簿子', '海水', '渔船', '月亮'];
    const sentence = fc
      .array(fc.constantFrom(...words), { minLength: 7, maxLength: 9 })
      .map((list) => `${list.join('')}。`);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 20 }), sentence, (some, twin) => {
        const texts = [some.join(''), twin, some.toReversed().join('\n\n')];
        const found = linesOf('duplicates', texts).flatMap(({ quotes }) => quotes);
        expect(found.toSorted()).toEqual(expect.arrayContaining([...some, ...some].toSorted()));
      }),
    );
  });

  it('take marks that the book hardly uses for slips [W7]', () => {
    const text = `${'“走。”'.repeat(30)}「来。」`;
    const [line] = linesOf('punctuation', [text]);
    expect([line?.remark, line?.quotes]).toEqual(['otherQuotes', ['「']]);
  });

  it('of a book without a word have no lines and fail nowhere [W7]', () => {
    for (const texts of [[], [''], ['# 一\n'], ['\n\n***\n']]) {
      for (const kind of ['overused', 'phrases', 'rhythm', 'dialogue', 'duplicates'] as const) {
        expect(linesOf(kind, texts)).toEqual([]);
      }
    }
  });
});
