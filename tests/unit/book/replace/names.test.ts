import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNames, type NamePlace } from '#main/book/replace/find-names.ts';
import { createLongerHanNames } from '#main/book/longer-han-name.ts';
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
  book = text,
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
  const longerHan = createLongerHanNames(
    {
      names: forms.map(({ form }) => form.from),
      others: people.flatMap(({ names }) => names),
    },
    ordinaryWordsFrom('assets/words/zh.txt').has,
  );
  longerHan.read(book);
  const search = { entityId: '0', forms, sharedWords: new Set(words), longerHan };
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

  it('leaves 张三 in 张三丰 apart, who is in no entry and often in the book, and takes what verbs follow', async () => {
    const book = [
      '张三丰下山。众人拜见张三丰，张三丰不答。山下的张三骑马来了，他骑得不快，她骑得更慢。',
      '张三骑过桥，张三骑进村。张三笑，张三丰也笑。我骑你骑，他们骑了一天。',
      '张三收麦。今年张三丰收，去年张三也丰收。',
    ].join('\n');
    expect(await namesIn(book, [{ name: '张三' }], '李四')).toEqual([
      ...['张三|longerName', '张三|longerName', '张三|longerName', '张三|李四'],
      ...['张三|李四', '张三|李四', '张三|李四', '张三|longerName'],
      ...['张三|李四', '张三|longerName', '张三|李四'],
    ]);
    // What others do too, 张三 does; of what they are called, nobody else is.
    const told =
      '张三等在桥边。张三等人，张三等船，林远等车，林远等我，阿青等信。张三丰，张三丰！张三丰？';
    const people: [Someone, Someone] = [{ name: '张三' }, { name: '林远', aliases: ['阿青'] }];
    expect(await namesIn(told, people, '李四')).toEqual([
      ...['张三|李四', '张三|李四', '张三|李四'],
      ...['张三|longerName', '张三|longerName', '张三|longerName'],
    ]);
    // Twice is no evidence, nor is what is always followed by the same.
    const twice = '张三丰来了。张三丰走了。张三听见。';
    expect(new Set(await namesIn(twice, [{ name: '张三' }], '李四'))).toEqual(
      new Set(['张三|李四']),
    );
    const phrase = '张三挑灯，张三挑灯，张三挑灯。';
    expect(new Set(await namesIn(phrase, [{ name: '张三' }], '李四'))).toEqual(
      new Set(['张三|李四']),
    );
  });

  it('doubts a name of a surname and one character alone, before the same character everywhere in the book', () => {
    const piece = fc.constantFrom('张三', '丰', '说', '他', '骑', '，', '。', '马', '林远', 'Ann');
    const text = fc.array(piece, { maxLength: 80 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (chapters) => {
        const longer = createLongerHanNames(
          { names: ['张三', '老张', 'Ann', '欧阳锋'], others: ['林远'] },
          () => false,
        );
        for (const chapter of chapters) longer.read(chapter);
        const whole = chapters.join('\n');
        for (const next of ['丰', '骑', '马', '说', '，']) {
          const name = longer.at(`张三${next}`, '张三', 2);
          if (name === null) continue;
          expect(name).toBe(`张三${next}`);
          expect(whole.split(name).length - 1).toBeGreaterThanOrEqual(3);
          expect(['说', '，']).not.toContain(next);
        }
        for (const name of ['老张', 'Ann', '欧阳锋', '林远']) {
          expect(longer.at(`${name}丰`, name, name.length)).toBeNull();
        }
      }),
    );
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
