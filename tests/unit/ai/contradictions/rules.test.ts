import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIn, judgePair, readPairs } from '#tests/helpers/contradiction-pairs.ts';

const members = [
  { entityId: 'yan', kind: 'character' as const, names: ['沈砚', 'Mara'] },
  { entityId: 'qing', kind: 'character' as const, names: ['沈青', 'Tobias'] },
  { entityId: 'ferry', kind: 'location' as const, names: ['白石渡', 'Harrow'] },
  { entityId: 'town', kind: 'location' as const, names: ['云州', 'Saltmere'] },
];

describe('the rules that find contradictions [N15]', () => {
  for (const language of ['zh', 'en'] as const) {
    it(`finds most of the labelled pairs, and nothing else (${language})`, () => {
      const judged = readPairs(language).map((pair) => ({
        pair,
        found: judgePair(language, pair),
      }));
      for (const isHeldOut of [true, false]) {
        const half = judged.filter(({ pair }) => pair.isHeldOut === isHeldOut);
        const labelled = half.filter(({ pair }) => pair.kind !== null);
        const right = labelled.filter(({ found }) => found.length > 0);
        const wrong = half.filter(({ pair, found }) => pair.kind === null && found.length > 0);
        expect(half.length).toBeGreaterThanOrEqual(60);
        expect(right.length / labelled.length).toBeGreaterThan(0.85);
        expect(wrong.map(({ pair }) => pair.second)).toEqual([]);
      }
    });
  }

  const notTheirs = {
    zh: [
      '何婆死了丈夫。|何婆走进院子。',
      '沈砚当场死了两个部下。|沈砚走进院子。',
      '沈砚死了这条心。|沈砚走进院子。',
      '沈砚去世多年的母亲葬在山上。|沈砚走进院子。',
      '沈砚战死的弟弟名叫阿青。|沈砚走进院子。',
      '沈砚死于非命的哥哥回来了。|沈砚走进院子。',
      '沈砚牺牲了周末。|沈砚走进院子。',
      '沈砚淹死了那只猫。|沈砚走进院子。',
      '沈砚看着林晚的蓝眼睛。|沈砚有一双黑眼睛。',
      '沈砚母亲的蓝眼睛望着他。|沈砚有一双黑眼睛。',
      '林晚女儿的金头发。|林晚一头黑发。',
      '林晚2003年在医院生的孩子。|林晚生于1980年。',
      '林晚1990年女儿出生。|林晚生于1965年。',
      '沈砚少了左手边的同伴。|沈砚没了右手。',
    ],
    en: [
      'Mara died laughing.|Mara walked in.',
      'Tobias was dead asleep.|Tobias walked in.',
      'Tobias was dead on his feet.|Tobias walked in.',
      'Tobias drowned his sorrows in gin.|Tobias walked in.',
      'Mara drowned the kittens.|Mara walked in.',
      'Mara had a cat with green eyes.|Mara had brown eyes.',
      'Mara had admired his blue eyes.|Mara had brown eyes.',
      'Mara had always loved blue eyes.|Mara had brown eyes.',
      "Mara's cat had green eyes.|Mara had brown eyes.",
      "Mara's sister's green eyes were on the door.|Mara had brown eyes.",
      "Mara's daughter had red hair.|Mara had black hair.",
      'Mara was a sucker for green-eyed men.|Mara had brown eyes.',
    ],
  } as const;
  for (const language of ['zh', 'en'] as const) {
    it.each(notTheirs[language])(`takes what is another's for nobody else's: %s`, (row) => {
      const [first = '', second = ''] = row.split('|');
      const pair = { line: 0, isHeldOut: false, kind: null, entry: null, first, second };
      expect(judgePair(language, pair).map(({ topic }) => topic)).toEqual([]);
    });
  }

  it.each([
    ['zh', '沈砚死了三年，坟头长了草。|沈砚走进院子。'],
    ['zh', '沈砚病死在云州。|沈砚走进院子。'],
    ['zh', '周伯庸去世的那一年雪很大。|周伯庸走进院子。'],
    ['zh', '林晚1990年三月在云州出生。|林晚生于1965年。'],
    ['zh', '沈砚那双明亮的蓝眼睛。|沈砚有一双黑眼睛。'],
    ['en', 'Tobias drowned in the spring.|Tobias walked in.'],
    ['en', 'Mara’s wide, clear green eyes shone.|Mara had brown eyes.'],
  ] as const)('still reads who it is in %s: %s', (language, row) => {
    const [first = '', second = ''] = row.split('|');
    const pair = { line: 0, isHeldOut: false, kind: null, entry: null, first, second };
    expect(judgePair(language, pair)).toHaveLength(1);
  });

  const fragment = fc.constantFrom(
    ...[
      '沈砚',
      '沈青',
      'Mara',
      'Tobias',
      '的眼睛是',
      '蓝色的',
      '绿色的',
      '是',
      '的哥哥',
      '的弟弟',
      '死了',
      '说',
      '。',
      '\n',
    ],
    ...[
      '，他',
      '“',
      '”',
      '有三个弟弟',
      '有两个弟弟',
      '出生在1931年',
      '白石渡离云州三十里',
      '左腿瘸了',
      '右腿瘸了',
      '𠮷',
      '\uE000',
    ],
    ...[
      "'s eyes were ",
      'blue',
      'green',
      '. ',
      ' was ',
      ' died',
      ' opened the door',
      ' had two brothers',
      ' was born in 1903',
    ],
    ...[
      'Harrow was thirty miles from Saltmere',
      ', ',
      "Tobias's ",
      'elder brother',
      ' Her ',
      'eyes',
      '\uD83D',
      '\r\n',
      '> ',
    ],
  );
  const text = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

  it('quotes places that are there, two of them in different places, of any text', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (chapters, own) => {
        const texts = [
          { text: own, chapter: null, owner: 'yan' },
          ...chapters.map((one, at) => ({ text: one, chapter: at + 1 })),
        ];
        for (const { places } of findIn(texts, members).pairs) {
          for (const { text: at, start, end } of places) {
            const whole = texts[at]?.text ?? '';
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(whole.length);
            expect(whole.slice(start, end).trim()).toBe(whole.slice(start, end));
          }
          const [one, other] = places;
          expect(one.text !== other.text || one.start !== other.start).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('tells a slip against what most places say, once', () => {
    const chapters = ['蓝', '蓝', '绿', '蓝', '蓝'].map((colour, at) => ({
      text: `沈砚的眼睛是${colour}色的。`,
      chapter: at + 1,
    }));
    const { pairs } = findIn(chapters, members);
    expect(pairs.map(({ kind, places }) => [kind, places[1].text])).toEqual([['eyes', 2]]);
  });
});
