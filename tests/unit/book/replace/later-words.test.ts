import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takePlacesBack } from '#main/book/replace/take-back.ts';

/** Every unit of a text with who wrote it. */
type Unit = { unit: string; by: 'book' | 'replacement' | 'writer' };

const unitsOf = (text: string, by: Unit['by']): Unit[] =>
  text.split('').map((unit) => ({ unit, by }));
const textOf = (units: readonly Unit[]): string => units.map(({ unit }) => unit).join('');

type Language = {
  from: string;
  to: string;
  sentences: string[];
  later: string[];
  within: string[];
};

const english: Language = {
  from: 'Elizabeth',
  to: 'Iris',
  sentences: [
    'The boats lay still on the river.',
    'Elizabeth slept the whole afternoon under the willow.',
    'Nobody had told Elizabeth that the fair was over.',
    'Iris, her aunt, had gone to the market without a word.',
    'Elizabeth slept.',
    '“Come in,” said Elizabeth.',
    'When it grew dark Elizabeth lit the lamp, and Elizabeth read on.',
  ],
  later: [
    'Iris was the child who sold bread at the corner.',
    'The bells rang, and Iris ran.',
    'Iris sang.',
    'By the river Iris waited for the ferry all night long.',
  ],
  within: [
    ' and with her Iris the cat,',
    ' (which Iris never knew)',
    ' quickly',
    ', as was said,',
    ' The bells rang.',
    ' Iris sang.',
  ],
};

const chinese: Language = {
  from: '宝玉',
  to: '石头',
  sentences: [
    '天色渐渐暗了下来，园中无人。',
    '宝玉独自在沁芳桥上坐了大半日。',
    '谁也没有告诉宝玉，戏已经散了。',
    '门外的石头上坐着一只黑猫。',
    '宝玉笑了。',
    '“进来罢。”宝玉道。',
    '到了掌灯时分，宝玉才回来，宝玉却不说话。',
  ],
  later: [
    '石头是卖面包的孩子，天天站在街角。',
    '钟声响了，石头便跑。',
    '石头唱歌。',
    '河边有石头等了一夜的渡船。',
  ],
  within: ['和那只叫石头的猫', '（石头不知）', '悄悄', '，据说，', '钟声响了。', '石头唱歌。'],
};

type Edit = { how: 'type' | 'begin' | 'delete' | 'move'; at: number; to: number; words: number };

const edit: fc.Arbitrary<Edit> = fc.record({
  how: fc.constantFrom('type', 'begin', 'delete', 'move'),
  ...{ at: fc.nat(400), to: fc.nat(60), words: fc.nat(5) },
});

/** Paragraphs with the line ends behind them. */
const paragraphsOf = (units: readonly Unit[]): Unit[][] => {
  const found: Unit[][] = [[]];
  for (const one of units) {
    found.at(-1)?.push(one);
    if (one.unit === '\n') found.push([]);
  }
  return found;
};

/**
 * Not in a name, at its edge or behind the space beside it: where a name of the writer's is joined to the very words that
 * stood beside a replaced one, the text is that of the replacement.
 */
const awayFromNames = (text: string, at: number, { to }: Language, step: 1 | -1): number => {
  let place = at;
  const reach = to.length + 1;
  const touches = (): boolean => text.slice(Math.max(0, place - reach), place + reach).includes(to);
  while (place > 0 && place < text.length && touches()) place += step;
  return place;
};

const editText = (units: Unit[], { how, at, to, words }: Edit, language: Language): Unit[] => {
  const place = units.length === 0 ? 0 : at % (units.length + 1);
  if (how === 'type') {
    const typed = unitsOf(language.within[words] ?? '', 'writer');
    return [...units.slice(0, place), ...typed, ...units.slice(place)];
  }
  if (how === 'delete') {
    const text = textOf(units);
    const from = awayFromNames(text, place, language, -1);
    return [...units.slice(0, from), ...units.slice(awayFromNames(text, place + to, language, 1))];
  }
  const paragraphs = paragraphsOf(units);
  const from = at % paragraphs.length;
  if (how === 'begin') {
    const typed = unitsOf(`${language.later[words % language.later.length]}\n\n`, 'writer');
    return [...paragraphs.slice(0, from), typed, ...paragraphs.slice(from)].flat();
  }
  const [moved = []] = paragraphs.splice(from, 1);
  paragraphs.splice(to % (paragraphs.length + 1), 0, moved);
  return paragraphs.flat();
};

const placesIn = (text: string, from: string, replacement: string) =>
  [...text.matchAll(new RegExp(from, 'gu'))].map(({ index }) => ({
    ...{ start: index, end: index + from.length, replacement },
  }));

const replaced = (before: string, { from, to }: Language): Unit[] =>
  before
    .split(from)
    .flatMap((part, index) => [
      ...(index > 0 ? unitsOf(to, 'replacement') : []),
      ...unitsOf(part, 'book'),
    ]);

describe('what a writer writes after a replacement [W2]', () => {
  it.each([
    ['English', english],
    ['Chinese', chinese],
  ])('is never changed by the undo, whatever edits came between (%s)', (_, language) => {
    const book = fc.array(fc.constantFrom(...language.sentences), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        book,
        fc.constantFrom('\n', '\n\n', ' '),
        fc.array(edit, { maxLength: 6 }),
        (sentences, gap, edits) => {
          const before = sentences.join(gap);
          const units = edits.reduce(
            (text, one) => editText(text, one, language),
            replaced(before, language),
          );
          const now = textOf(units);
          const taken = takePlacesBack(before, placesIn(before, language.from, language.to), now);
          const touched = taken.edits.flatMap(({ start, end }) => units.slice(start, end));
          expect(touched.filter(({ by }) => by !== 'replacement')).toEqual([]);
          expect(taken.edits.length + taken.left).toBe(before.split(language.from).length - 1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  const before = 'The boats lay still on the river.\n\nElizabeth slept the whole afternoon.\n';
  const takeBack = (text: string, now: string) => {
    const taken = takePlacesBack(text, placesIn(text, 'Elizabeth', 'Iris'), now);
    return { text: taken.text, left: taken.left };
  };

  it('stays as it is in a new paragraph before the one that was replaced', () => {
    const typed = 'Iris was the child who sold bread.\n\n';
    expect(takeBack(before, before.replace('Elizabeth', `${typed}Iris`))).toEqual({
      ...{ text: before.replace('Elizabeth', `${typed}Elizabeth`), left: 0 },
    });
  });

  it('stays as it is where the replaced words are gone and the name begins another sentence', () => {
    const now = 'The boats lay still on the river.\n\nIris sang. She slept the whole afternoon.\n';
    expect(takeBack(before, now)).toEqual({ text: now, left: 1 });
  });

  it('stays as it is in a paragraph that changed places with the replaced one', () => {
    const text =
      'Elizabeth slept the whole afternoon.\n\nIris, her aunt, had gone to the market.\n';
    const now = 'Iris, her aunt, had gone to the market.\n\nIris slept the whole afternoon.\n';
    expect(takeBack(text, now)).toEqual({
      ...{ text: now.replace('Iris slept', 'Elizabeth slept'), left: 0 },
    });
  });
});
