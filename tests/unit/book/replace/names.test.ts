import { describe, expect, it } from 'vitest';
import { findNames, type NamePlace } from '#main/book/replace/find-names.ts';
import { listForms } from '#main/book/replace/name-forms.ts';
import { compilePattern } from '#main/book/replace/text-pattern.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { ordinaryWordsFrom } from '#main/book/knowledge/ordinary-words.ts';

const tools = createMatcherTools(ordinaryWordsFrom('assets/words/zh.txt'));

type Someone = { name: string; aliases?: string[] };

/** Where the first of these people is named: `text|doubt`. */
const namesIn = async (
  text: string,
  [somebody, ...others]: [Someone, ...Someone[]],
  to: string,
) => {
  const people = [somebody, ...others].map(({ name, aliases = [] }, index) => ({
    entityId: String(index),
    names: [name, ...aliases],
  }));
  const rules = { wholeWord: false, matchCase: true, regex: false, spellingsOf: null };
  const forms = await Promise.all(
    listForms({ name: somebody.name, aliases: somebody.aliases ?? [] }, to).map(async (form) => ({
      form,
      find: await compilePattern({ ...rules, query: form.from }),
    })),
  );
  const words = people.slice(1).flatMap(({ names }) => names.flatMap((name) => name.split(' ')));
  const search = { entityId: '0', forms, sharedWords: new Set(words) };
  const places = [...findNames(text, search, compileNames(people, tools).find(text))];
  return places
    .filter((place): place is NamePlace => place !== null)
    .map((place) => `${text.slice(place.start, place.end)}|${place.doubt ?? place.form.to}`);
};

describe('what the forms of a name become [W2]', () => {
  const becomes = (name: string, aliases: string[], to: string) =>
    Object.fromEntries(listForms({ name, aliases }, to).map((form) => [form.from, form.to]));

  it('follows the words of a Latin name and the given name of a Han one', () => {
    expect(becomes('Ann Pell', ['Miss Ann', 'Annie'], 'Nora Pell')).toEqual({
      'Ann Pell': 'Nora Pell',
      'Miss Ann': 'Miss Nora',
      Annie: 'Annie',
      Ann: 'Nora',
    });
    expect(becomes('郑九', ['九叔', '老郑'], '郑石')).toEqual({
      郑九: '郑石',
      九叔: '石叔',
      老郑: '老郑',
    });
  });
});

describe('where a name stands [W2]', () => {
  it.each([
    ['Ann O’Brien slept.', 'longerName'],
    ['Ann de Vries slept.', 'longerName'],
    ['Ann van der Berg’s lamp.', 'longerName'],
    ['She saw Ann\nLowrie there.', 'longerName'],
    ['He met Mary Ann there.', 'longerName'],
    ['The bells of St. Ann’s rang.', 'longerName'],
    ['The bells of Saint Ann rang.', 'longerName'],
    ['He met Miss Ann there.', 'Nora'],
    ['He met Aunt Ann there.', 'Nora'],
    ['He came. Then Ann slept.', 'Nora'],
    ['“Good Ann,” he said.', 'Nora'],
    ['Ann I love. Ann\n\nThe end.', 'Nora'],
    ['She is Ann. The lamp burned.', 'Nora'],
    ['Ann, de facto, Slept.', 'Nora'],
  ])('doubts a name that seems to be part of a longer one, and no other: %s', async (text, to) => {
    const found = await namesIn(text, [{ name: 'Ann' }], 'Nora');
    expect(new Set(found)).toEqual(new Set([`Ann|${to}`]));
  });

  it('leaves 司马 in 司马懿 apart', async () => {
    const found = await namesIn(
      '司马走来。司马懿也来了。',
      [{ name: '司马' }, { name: '司马懿' }],
      '欧阳',
    );
    expect(found).toEqual(['司马|欧阳', '司马|longerName']);
  });

  it('leaves Ann in Anne and in another Ann apart, and takes possessives', async () => {
    const text =
      'Ann saw Anne. Ann’s lamp, Ann Lowrie’s lamp, and Annex. “Ann, I know.” Ann Pell slept.';
    const found = await namesIn(text, [{ name: 'Ann Pell', aliases: ['Ann'] }], 'Nora Pell');
    expect(found).toEqual([
      'Ann|Nora',
      'Ann|insideWord',
      'Ann|Nora',
      'Ann|longerName',
      'Ann|insideWord',
      'Ann|Nora',
      'Ann Pell|Nora Pell',
    ]);
  });

  it('leaves a name that two people bear, and another spelling, to the writer', async () => {
    const people: [Someone, Someone] = [
      { name: '郑九', aliases: ['舅公'] },
      { name: '林伯', aliases: ['舅公'] },
    ];
    expect(await namesIn('舅公说，鄭九不来，郑九来。', people, '郑石')).toEqual([
      '舅公|sharedName',
      '鄭九|otherSpelling',
      '郑九|郑石',
    ]);
  });
});
