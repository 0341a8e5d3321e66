import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNames, type NamePlace } from '#main/book/replace/find-names.ts';
import { createNamesakes } from '#main/book/namesakes.ts';
import { createLongerHanNames, type LongerHanNames, placesOf } from '#main/book/longer-han-name.ts';
import { readFollowers } from '#main/book/name-followers.ts';
import { listForms } from '#main/book/replace/name-forms.ts';
import { compilePattern } from '#main/book/replace/text-pattern.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { ordinaryWordsFrom } from '#main/book/knowledge/ordinary-words.ts';

const words = ordinaryWordsFrom('assets/words/zh.txt');
const tools = createMatcherTools(words);

/** What a book tells of longer names. */
const longerIn = (
  book: readonly string[],
  names: readonly string[],
  known: ReadonlySet<string> = new Set(names),
): LongerHanNames => {
  const matcher = compileNames(
    [...known].map((name) => ({ entityId: name, names: [name] })),
    tools,
  );
  const longer = createLongerHanNames(names, { known, isOrdinary: words.has });
  for (const text of book) {
    longer.compare(readFollowers(text, matcher.find(text)));
    for (const name of names) longer.read(text, placesOf(text, name));
  }
  return longer;
};

/** Each longer name that the book tells of these, with how often it does. */
const toldIn = (
  book: string,
  names: readonly string[],
  known: ReadonlySet<string> = new Set(names),
): Record<string, number> => {
  const longer = longerIn([book], names, known);
  const told: Record<string, number> = {};
  for (const name of names) {
    for (const place of placesOf(book, name)) {
      const whole = longer.at(book, place);
      if (whole !== null) told[whole] = (told[whole] ?? 0) + 1;
    }
  }
  return told;
};

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
  const shared = people.slice(1).flatMap(({ names }) => names.flatMap((name) => name.split(' ')));
  const known = new Set(people.flatMap(({ names }) => names));
  const matcher = compileNames(people, tools);
  const from = [...new Set(forms.map(({ form }) => form.from))];
  const namesakes = createNamesakes(from, words.has);
  namesakes.read(book);
  const longerHan = longerIn([book], from, known);
  const search = { entityId: '0', forms, sharedWords: new Set(shared), longerHan, namesakes };
  const places = [...findNames(text, search, matcher.find(text))];
  return places
    .filter((place): place is NamePlace => place !== null)
    .map((place) => `${text.slice(place.start, place.end)}|${place.doubt ?? place.to}`);
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
    ['He came.--Then Ann slept.', 'Nora'],
    ['“Good Ann,” he said.', 'Nora'],
    ['Ann I love. Ann\n\nThe end.', 'Nora'],
    ['She is Ann. The lamp burned.', 'Nora'],
    ['Ann, de facto, Slept.', 'Nora'],
  ])('doubts a name that seems to be part of a longer one, and no other: %s', async (text, to) => {
    const found = await namesIn(text, [{ name: 'Ann' }], 'Nora');
    expect(new Set(found)).toEqual(new Set([`Ann|${to}`]));
  });

  it.each([
    ['James’ dog.', 'Ian', 'James’|Ian’s'],
    ["James' cat.", 'Ian', "James'|Ian's"],
    ['The cat was James’.', 'Ian', 'James’|Ian’s'],
    ["It's James' cat.", 'Ian', "James'|Ian's"],
    ['James’s dog.', 'Ian', 'James|Ian'],
    ['James’ dog.', 'Agnes', 'James|Agnes'],
    ['‘Come,’ he said. James’ dog ran.', 'Ian', 'James’|Ian’s'],
    ['‘I saw James’ he said.', 'Ian', 'James’|closesQuotation'],
    ["He said, 'I saw James' and left.", 'Ian', "James'|closesQuotation"],
  ])('has the possessive that the new name takes: %s → %s', async (text, to, place) => {
    expect(await namesIn(text, [{ name: 'James' }], to)).toEqual([place]);
  });

  it('leaves the possessive of a name without s to one with it', async () => {
    expect(await namesIn('Ian’s dog.', [{ name: 'Ian' }], 'James')).toEqual(['Ian|James']);
  });

  it.each([
    ['阿禾', '小满', '王阿禾笑道。', 'longerName'],
    ['阿禾', '小满', '欧阳阿禾笑道。', 'longerName'],
    ['阿禾', '小满', '国王阿禾笑道。', '小满'],
    ['阿禾', '小满', '也许阿禾知道。', '小满'],
    ['阿禾', '小满', '何不任阿禾去。', '小满'],
    ['阿禾', '小满', '他对阿禾说。', '小满'],
    ['司马', '欧阳', '司马昭道。', 'longerName'],
    ['司马', '欧阳', '司马师、', 'longerName'],
    ['司马', '欧阳', '大司马道。', 'longerName'],
    ['司马', '欧阳', '司马大笑。', '欧阳'],
    ['司马', '欧阳', '司马道。', '欧阳'],
    ['司马', '欧阳', '他对司马说。', '欧阳'],
  ])(
    'doubts a name without a surname behind one, and a surname before a name: %s → %s in %s',
    async (name, to, text, told) => {
      expect(await namesIn(text, [{ name }], to)).toEqual([`${name}|${told}`]);
    },
  );

  it('doubts a given name behind surnames, and one that is a word as well where the whole book tells it', async () => {
    const people = '甄宝玉笑道。贾宝玉来了。宝玉听了。他对宝玉说，向宝玉问。向他笑。';
    const pronouns = '说他。问我。见你。'.repeat(100);
    const book = people.repeat(4) + pronouns;
    const sure = ['宝玉|怡红', '宝玉|怡红', '宝玉|怡红'];
    expect(await namesIn(people, [{ name: '宝玉' }], '怡红', book)).toEqual([
      ...['宝玉|longerName', '宝玉|longerName'],
      ...sure,
    ]);
    // Who bears one of the surnames is meant where it stands.
    const known = { name: '贾宝玉', aliases: ['宝玉'] };
    expect(await namesIn(people, [known], '贾怡红', book)).toEqual([
      ...['宝玉|longerName', '贾宝玉|贾怡红'],
      ...sure,
    ]);
    // 任 lets somebody do something, or it is a surname before no pronoun.
    const may = '任宝玉去。宝玉听了。';
    expect(await namesIn(may, [{ name: '宝玉' }], '怡红', may + pronouns)).toContain('宝玉|怡红');
    const often = may.repeat(4) + pronouns;
    expect(await namesIn(may, [{ name: '宝玉' }], '怡红', often)).toContain('宝玉|longerName');
  });

  it('takes a word before a name for no surname that stands before everyone', async () => {
    const book =
      '于是任宝玉去。任他去。任我去。高宝玉一头。高他一头。任宝玉去，高宝玉一头。'.repeat(30);
    const found = await namesIn(book, [{ name: '宝玉' }], '怡红');
    expect(new Set(found)).toEqual(new Set(['宝玉|怡红']));
  });

  it('doubts a name where a sentence may begin with the word it also is', async () => {
    const text = 'Will will go. “Will you go, Will?” Will the door hold? Mr. Will, you will.';
    expect(await namesIn(text, [{ name: 'Will' }], 'Tom')).toEqual([
      ...['Will|Tom', 'Will|ordinaryWord', 'Will|Tom', 'Will|ordinaryWord', 'Will|Tom'],
    ]);
    expect(await namesIn('Rose rose. Rose I love.', [{ name: 'Rose' }], 'Lily')).toEqual([
      ...['Rose|Lily', 'Rose|ordinaryWord'],
    ]);
    expect(await namesIn('So will Rose I love.', [{ name: 'Rose' }], 'Lily')).toEqual([
      'Rose|Lily',
    ]);
  });

  it('leaves a name that is emphasised in part to the writer', async () => {
    expect(await namesIn('A*nn* saw *Ann*.', [{ name: 'Ann' }], 'Nora')).toEqual([
      ...['A*nn*|partlyEmphasised', 'Ann|Nora'],
    ]);
  });

  it('leaves 司马 in 司马懿 apart', async () => {
    const found = await namesIn(
      '司马走来。司马懿也来了。',
      [{ name: '司马' }, { name: '司马懿' }],
      '欧阳',
    );
    expect(found).toEqual(['司马|欧阳', '司马|longerName']);
  });

  it('leaves 张三 in 张三丰 apart, who is in no entry and often in the book', async () => {
    const text = '张三丰下山。山下的张三骑马来了。张三收麦。今年张三丰收。张三丰说好。';
    expect(await namesIn(text, [{ name: '张三' }], '李四', story)).toEqual([
      ...['张三|longerName', '张三|李四', '张三|李四', '张三|longerName', '张三|longerName'],
    ]);
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

/** Two pages with one who is in no entry: a book so short tells little else. */
const story = `
张三丰从山上下来，坐过张三的船。张三丰不说话，只看水。张三问他去哪里，张三丰说，去没有人的地方。
张三摇了一夜的橹，他想，你们谁也没有我累。天亮时张三丰给了他一枚铜钱。她说，这是张三丰！我不信，
你信？张三骑马进村，张三骑得不快，我骑得更慢，她骑了一天。他看着她，她看着我，我看着你们。
张三怒，她也怒，他怒了。谁在那里？是她，是你。他来了，她走了，我还在，你呢。他不知道，她也不知道。
`;

describe('a longer Chinese name that is in no entry [W2]', () => {
  it('is told by what stands behind it, and not of what others do too', () => {
    expect(toldIn(story, ['张三'])).toEqual({ 张三丰: 5 });
    expect(toldIn(story.replaceAll('张三丰', '張三豐'), ['張三'])).toEqual({ 張三豐: 5 });
  });

  it('is not told of a verb, or of what belongs to another name', () => {
    const verbs = `${story.replaceAll('张三丰', '张三')}张三歪在榻上。张三歪着。张三歪在床上。李贵等一时、李贵等四人、李贵等听。`;
    expect(toldIn(verbs, ['张三', '李贵'])).toEqual({});
    const both = `${story.replaceAll('张三丰', '张三')}张三李四来了。张三李四说，张三李四也说，张三李五便走。`;
    expect(toldIn(both, ['张三', '李四', '李五'])).toEqual({});
  });

  it('is not told by twice, by one phrase, or by so short a text that nobody else could do the same', () => {
    expect(toldIn(`${story.replaceAll('张三丰', '张三')}张三丰说。张三丰，`, ['张三'])).toEqual({});
    expect(
      toldIn(`${story.replaceAll('张三丰', '张三')}${'张三挑灯。'.repeat(9)}`, ['张三']),
    ).toEqual({});
    expect(toldIn('张三丰说。张三丰，张三丰！', ['张三'])).toEqual({});
  });

  it('is told behind surnames of two characters, with a given name of one or two', () => {
    const people: readonly [name: string, longer: string][] = [
      ['欧阳', '欧阳锋'],
      ['司马', '司马懿'],
      ['上官', '上官婉儿'],
      ['上官婉', '上官婉儿'],
      ['诸葛', '诸葛孔明'],
    ];
    for (const [name, longer] of people) {
      const book = story.replaceAll('张三丰', longer).replaceAll('张三', name);
      expect(toldIn(book, [name])).toEqual({ [longer]: 5 });
    }
  });

  it('is not asked of ordinary words, of what no name is, and of one that is whole, unless the codex has it', () => {
    const book = story.replaceAll('张三丰', '孙女儿').replaceAll('张三', '孙女');
    expect(toldIn(book, ['孙女'], new Set())).toEqual({});
    expect(Object.keys(toldIn(book, ['孙女']))).toEqual(['孙女儿']);
    const toward = story.replaceAll('张三丰', '向宝玉').replaceAll('张三', '向宝');
    expect(toldIn(toward, ['向宝'], new Set(['宝玉']))).toEqual({});
    const verb = story.replaceAll('张三丰', '何使得').replaceAll('张三', '何使');
    expect(toldIn(verb, ['何使'], new Set())).toEqual({});
    for (const name of ['老张', 'Ann', '欧阳锋克', '林黛玉', '林', '阿青']) {
      expect(
        longerIn([story], [name]).at(`${name}丰`, { name, start: 0, end: name.length }),
      ).toBeNull();
    }
  });

  it('is told before the same character everywhere in the book', () => {
    const piece = fc.constantFrom('张三', '丰', '说', '他', '骑', '，', '。', '马', '林远', 'Ann');
    const text = fc.array(piece, { maxLength: 80 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (chapters) => {
        const longer = longerIn([story, ...chapters], ['张三'], new Set(['张三', '林远']));
        const whole = [story, ...chapters].join('\n');
        for (const next of ['丰', '骑', '马', '说', '，']) {
          const name = longer.at(`张三${next}`, { name: '张三', start: 0, end: 2 });
          if (name === null) continue;
          expect(name).toBe(`张三${next}`);
          expect(whole.split(name).length - 1).toBeGreaterThanOrEqual(3);
          expect(['说', '，']).not.toContain(next);
        }
      }),
    );
  });
});
