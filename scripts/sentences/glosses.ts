import type { CedictEntry } from '../vectors/cedict.ts';
import { isNote } from '../vectors/vocabulary.ts';

/** What dictionaries explain at length and a reader of single words needs in one. Empty: it says nothing. */
const functionWords: Readonly<Record<string, string>> = {
  我: 'I',
  你: 'you',
  您: 'you',
  他: 'he',
  她: 'she',
  它: 'it',
  我们: 'we',
  咱们: 'we',
  你们: 'you',
  他们: 'they',
  她们: 'they',
  它们: 'they',
  自己: 'himself',
  谁: 'who',
  什么: 'what',
  怎么: 'how',
  怎样: 'how',
  为什么: 'why',
  为何: 'why',
  哪里: 'where',
  哪儿: 'where',
  何时: 'when',
  如何: 'how',
  不: 'not',
  没: 'not',
  没有: 'no',
  未: 'not',
  别: "don't",
  无: 'without',
  这: 'this',
  那: 'that',
  这个: 'this',
  那个: 'that',
  这里: 'here',
  那里: 'there',
  在: 'at',
  里: 'in',
  上: 'on',
  下: 'under',
  中: 'in',
  从: 'from',
  到: 'to',
  向: 'toward',
  和: 'and',
  与: 'and',
  或: 'or',
  但: 'but',
  给: 'for',
  被: 'by',
  让: 'let',
  把: '',
  将: '',
  的: '',
  了: '',
  着: '',
  过: '',
  地: '',
  得: '',
  吗: '',
  呢: '',
  吧: '',
  啊: '',
  是: 'is',
  有: 'have',
  人: 'person',
  一: 'one',
  两: 'two',
  个: '',
  说: 'say',
  道: 'say',
  看: 'look',
  去: 'go',
  来: 'come',
  走: 'walk',
  打: 'hit',
  会: 'can',
  能: 'can',
  要: 'want',
  想: 'think',
  就: '',
  都: 'all',
  也: 'also',
  很: 'very',
  还: 'still',
  只: 'only',
  又: 'again',
  再: 'again',
  老人: 'old man',
  一声: 'a sound',
  头: 'head',
  手: 'hand',
  门: 'door',
  水: 'water',
  家: 'home',
};

const maxWords = 4;
const looked = 3;

const plain = (gloss: string): string =>
  gloss
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[^\p{Script=Latin}\p{N}\s'’,-]/gu, ' ')
    .replace(/,.*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^to (be )?/, '');

/** The first short gloss of a word, for each of the words a manuscript is cut into; in the order of code units. */
export const glossTable = (
  entries: readonly CedictEntry[],
  words: ReadonlySet<string>,
  fold: (text: string) => string,
): Map<string, string> => {
  const told = new Map<string, string[]>();
  for (const { simplified, isName, glosses } of entries) {
    const word = fold(simplified);
    if (isName || !words.has(word)) continue;
    const useful = glosses
      .filter((gloss) => !isNote(gloss))
      .map(plain)
      .filter((gloss) => /[a-z]/i.test(gloss));
    told.set(word, [...(told.get(word) ?? []), ...useful]);
  }
  const table = new Map<string, string>();
  for (const [word, glosses] of told) {
    const short = glosses.slice(0, looked).find((gloss) => gloss.split(' ').length <= maxWords);
    const gloss = functionWords[word] ?? short ?? glosses[0];
    if (gloss) table.set(word, gloss);
  }
  for (const [word, gloss] of Object.entries(functionWords)) if (gloss) table.set(word, gloss);
  return new Map([...table].sort(([a], [b]) => (a < b ? -1 : 1)));
};
