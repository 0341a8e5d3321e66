import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '#main/book/knowledge/folding.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { ordinaryWordsFrom } from '#main/book/knowledge/ordinary-words.ts';

const root = new URL('../../../../', import.meta.url);
const wordList = fileURLToPath(new URL('assets/words/zh.txt', root));
const tools = createMatcherTools(ordinaryWordsFrom(wordList));

/** Finds with one entity per name, and shows what was found in the text's own spelling. */
const find = (text: string, ...names: string[]) =>
  compileNames(
    names.map((name) => ({ entityId: name, names: [name] })),
    tools,
  ).find(text);
const found = (text: string, ...names: string[]): string[] =>
  find(text, ...names).map(({ start, end }) => text.slice(start, end));

describe('Latin names', () => {
  it.each([
    ['Ann came in. Ann, Ann; (Ann) “Ann” ‘Ann’ —Ann— Ann', 8],
    ["Ann's coat, Ann’s hat, the Anns, Annex, Joanne, Anna, SusAnn", 2],
    ['Ann-Marie and Mary-Ann are others', 0],
    ['an Ann-like, half-Ann smile. Ann--Bob', 3],
    ["d'Ann yes, O'Ann no", 1],
    ['ANN! ＡＮＮ Ａｎｎ', 3],
    ['Ann2 Ann_x 2Ann', 0],
    ['安Ann林Ann说', 2],
    ['Ánn Ann\u0301 A\u0301nn', 3],
  ])('N8 stand as whole words: %s', (text, count) => {
    expect(found(text, 'Ann')).toHaveLength(count);
  });

  it('begin with a capital when the writer spells them so, unless the text has none at all', () => {
    expect(found('Will you? I will. WILL! will Will', 'Will')).toEqual(['Will', 'WILL', 'Will']);
    expect(found('where did will go', 'Will')).toEqual(['will']);
    expect(found('The Ferry and the ferry', 'ferry')).toEqual(['Ferry', 'ferry']);
    expect(found('The old ferry, the Old Ferry', 'Old Ferry')).toEqual(['old ferry', 'Old Ferry']);
  });

  it('of several words tolerate any white space between them', () => {
    expect(
      found('Mary  Ann, Mary\nAnn, Mary\r\n\t Ann, Mary\u00a0Ann, MaryAnn', 'Mary Ann'),
    ).toEqual(['Mary  Ann', 'Mary\nAnn', 'Mary\r\n\t Ann', 'Mary\u00a0Ann']);
  });

  it('are the same with any apostrophe, hyphen, dot and accent', () => {
    expect(
      found(
        "O’Neill O'Neill Jean‑Luc ZOË Zoe\u0308 Anna•Lee",
        "O'Neill",
        'Jean-Luc',
        'Zoe',
        'Anna·Lee',
      ),
    ).toHaveLength(6);
  });

  it('are the longest that stand, and the shorter one where the longer does not', () => {
    expect(found('Ann Lee left. Ann Leeward stayed. Ann', 'Ann', 'Ann Lee')).toEqual([
      'Ann Lee',
      'Ann',
      'Ann',
    ]);
  });

  it('keep offsets in UTF-16 units whatever stands before them', () => {
    const text = '👩‍👩‍👧 e\u0301 𠮷 Zoe\u0308 \u200bAnn';
    for (const { start, end, name } of find(text, 'Zoë', 'Ann')) {
      expect(foldName(text.slice(start, end), tools.folding)).toEqual(
        foldName(name, tools.folding),
      );
    }
    expect(found(text, 'Zoë', 'Ann')).toEqual(['Zoe\u0308', 'Ann']);
  });
});

describe('Chinese names', () => {
  it('F8 match in traditional and simplified spelling, variants of both, and mixed script', () => {
    expect(found('賈寶玉，贾宝玉，賈宝玉', '贾宝玉')).toHaveLength(3);
    expect(found('说到林遠，林远', '林遠')).toHaveLength(2);
    expect(found('阿Q来了，阿Ｑ走了，阿QQ不算', '阿Q')).toEqual(['阿Q', '阿Ｑ']);
    expect(found('安娜·卡列尼娜 安娜•卡列尼娜 安娜・卡列尼娜', '安娜·卡列尼娜')).toHaveLength(3);
    expect(found('𠮷野家的𠮷野', '𠮷野')).toEqual(['𠮷野', '𠮷野']);
  });

  it('F8 N3 are found over the end of a line that was broken by hand, but over no end of a paragraph', () => {
    const text = '老人说林\n远坐在灯下，等贾\n宝玉和贾宝\n玉。';
    expect(found(text, '林远', '贾宝玉')).toEqual(['林\n远', '贾\n宝玉', '贾宝\n玉']);
    expect(found('门外是林\n\n远处有人。\n林\n　　远处有人。', '林远')).toEqual([]);
    expect(found('约翰 史密斯说，约翰\n史密斯又说。', '约翰 史密斯')).toHaveLength(2);
    // What is an ordinary word in one line is one over two.
    expect(found('他们都高\n兴极了。', '高兴')).toEqual(
      found('他们都高兴极了。', '高兴').map(() => '高\n兴'),
    );
    expect(found('雪落在森林\n远处，林远来了。', '林远')).toEqual(['林远']);
  });

  it('F8 yield to a longer known name', () => {
    expect(found('林黛玉和黛玉，还有林', '林', '黛玉', '林黛玉')).toEqual(['林黛玉', '黛玉', '林']);
    expect(found('司马懿走了，司马来了', '司马', '司马懿')).toEqual(['司马懿', '司马']);
  });

  it('F8 are judged in a text without punctuation too, in bounded time', () => {
    const text = '林走了'.repeat(4000);
    expect(find(text, '林').length).toBeGreaterThan(3900);
    expect(find('森林'.repeat(4000), '林')).toEqual([]);
  });

  it('F8 are judged less well, not wrongly, without the list of words', () => {
    const bare = createMatcherTools();
    const matcher = compileNames([{ entityId: 'lin', names: ['林', '玄德'] }], bare);
    const text = '林走进森林，树林很暗。玄德道：“林呢？”';
    expect(matcher.find(text).map(({ start }) => start)).toEqual([0, 11, 16]);
  });
});

/** `name: text with 【places】` lines of a fixture. */
const readMarked = (file: string): { name: string; text: string; places: Set<number> }[] =>
  readFileSync(new URL(`tests/fixtures/names/${file}`, root), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(': ');
      const places = new Set<number>();
      let text = '';
      for (const character of rest.join(': ')) {
        if (character === '【') places.add(text.length);
        else if (character !== '】') text += character;
      }
      return { name, text, places };
    });

describe('F8 short names in running text', () => {
  it.each([
    ['two-characters.txt', 40],
    ['one-character.txt', 20],
  ])('all places of %s are found, and fewer than 2 in 100 are not names', (file, minNames) => {
    const lines = readMarked(file);
    expect(new Set(lines.map(({ name }) => name)).size).toBeGreaterThanOrEqual(minNames);
    let right = 0;
    const missed: string[] = [];
    const wrong: string[] = [];
    for (const { name, text, places } of lines) {
      const starts = new Set(find(text, name).map(({ start }) => start));
      for (const start of places) {
        if (starts.has(start)) right += 1;
        else missed.push(text.slice(Math.max(0, start - 4), start + 6));
      }
      for (const start of starts) {
        if (!places.has(start)) wrong.push(text.slice(Math.max(0, start - 4), start + 6));
      }
    }
    expect(missed).toEqual([]);
    expect(wrong.length / (right + wrong.length), wrong.join(' | ')).toBeLessThan(0.02);
  });
});

describe('compileNames', () => {
  const name = fc.constantFrom(
    '林',
    '林远',
    '远',
    '宝玉',
    '黛玉',
    '贾宝玉',
    '玉儿',
    '𠮷',
    '阿Q',
    'Ann',
    'Ann Lee',
    "O'Neill",
    'Lee',
    'Zoë',
    '安娜·李',
    '陳',
    '陈',
  );
  const text = fc
    .array(
      fc.oneof(
        name,
        fc.constantFrom(
          ' ',
          '\n',
          '，',
          '。',
          'e\u0301',
          '👩‍👩‍👧',
          '\ud800',
          '\u200b',
          '森林',
          '說道',
          '的',
          'x',
          '-',
          '’s',
          '1',
        ),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('N8 answers matches that fold to their names, in order and disjoint', () => {
    fc.assert(
      fc.property(text, fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), (any, names) => {
        // 陳 and 陈 are one name; two entities of one name would share their places.
        const distinct = names.filter((one) => one !== '陳');
        let end = 0;
        for (const match of find(any, ...distinct)) {
          expect(match.start).toBeGreaterThanOrEqual(end);
          expect(match.end).toBeGreaterThan(match.start);
          expect(foldName(any.slice(match.start, match.end), tools.folding)).toEqual(
            foldName(match.name, tools.folding),
          );
          end = match.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('N8 loses no match to a name that does not overlap it', () => {
    fc.assert(
      fc.property(
        text,
        fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
        name,
        (any, names, more) => {
          const before = find(any, ...names);
          const after = find(any, ...names, more);
          const added = after.filter(({ entityId }) => entityId === more);
          for (const match of before) {
            const covered = added.some(({ start, end }) => start < match.end && end > match.start);
            if (!covered) expect(after).toContainEqual(match);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives every bearer of a shared name a match in the same place', () => {
    const matcher = compileNames(
      [
        { entityId: 'one', names: ['Ann', 'ANN', ''] },
        { entityId: 'two', names: ['Annie', 'ann'] },
      ],
      tools,
    );
    expect(matcher.find('Ann ')).toEqual([
      { entityId: 'one', name: 'Ann', start: 0, end: 3 },
      { entityId: 'two', name: 'ann', start: 0, end: 3 },
    ]);
  });

  it('answers the same again, in an array of its own', () => {
    const matcher = compileNames([{ entityId: 'a', names: ['Ann'] }], tools);
    matcher.find('Ann and Ann').pop();
    expect(matcher.find('Ann and Ann')).toHaveLength(2);
    expect(compileNames([], tools).find('Ann')).toEqual([]);
  });

  it('finds patterns that nest and overlap as a plain search does', () => {
    const letters = fc.string({
      unit: fc.constantFrom('甲', '乙', '丙'),
      minLength: 3,
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1, maxLength: 8 }),
        fc.string({ unit: fc.constantFrom('甲', '乙', '丙'), maxLength: 60 }),
        (names, any) => {
          const expected: string[] = [];
          for (let at = 0; at < any.length; ) {
            const here = names
              .filter((one) => any.startsWith(one, at))
              .sort((a, b) => b.length - a.length)[0];
            if (here === undefined) at += 1;
            else {
              expected.push(`${at}${here}`);
              at += here.length;
            }
          }
          expect(find(any, ...names).map((match) => `${match.start}${match.name}`)).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are looked for once in each passage of a long book, however many chapters come between [S3-32]', () => {
    let asked = 0;
    const words = {
      has: () => {
        asked += 1;
        return false;
      },
    };
    const matcher = compileNames([{ entityId: 'lin', names: ['玄德'] }], createMatcherTools(words));
    const passages = Array.from({ length: 3000 }, (_, index) => `第${index}段：玄德走了。`);
    const find = (text: string) => matcher.find(text).length;
    expect(passages.map(find)).toEqual(passages.map(() => 1));
    expect(asked).toBeGreaterThan(0);
    const before = asked;
    for (let chapter = 0; chapter < 100; chapter += 1) find(`${chapter}${'无人。'.repeat(4000)}`);
    expect(passages.map(find)).toEqual(passages.map(() => 1));
    expect(asked).toBe(before);
  });

  it('N8 takes steps in proportion to the text, whatever the names', () => {
    const names = Array.from({ length: 20 }, (_, index) => `${'甲'.repeat(index + 3)}乙`);
    const text = '甲'.repeat(200_000);
    expect(find(text, ...names)).toEqual([]);
    expect(find(`${text}乙`, ...names)).toHaveLength(1);
  });
});
