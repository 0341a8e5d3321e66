/** The whole book as the reports see it: every chapter's words numbered alike. Pure. */
import type { ListedPlaces, ProseFacts, UnknownWords } from './facts.ts';
import * as chinese from './words/chinese.ts';
import * as english from './words/english.ts';

export type BookChapter = {
  text: string;
  prose: ProseFacts;
  /** The words in order, as indices into {@link Book.words}. */
  tokens: Uint32Array;
  names: ListedPlaces;
  watched: ListedPlaces;
  unknown: UnknownWords;
};

export type Book = {
  chapters: readonly BookChapter[];
  words: readonly string[];
  /** How often each word stands in the book. */
  counts: Uint32Array;
  /** What a word counts: Han characters one each, others one (F23). */
  units: Uint32Array;
  /** 1 for words that a writer chooses: no function word, no name, no number. */
  isChosen: Uint8Array;
  /** 1 for names. */
  isName: Uint8Array;
  /** Words of the book as the desk counts them. */
  size: number;
  /** Characters of the codex, and the words to watch for; the chapters' places name them by index. */
  characters: readonly string[];
  watched: readonly string[];
  /** Of the codex, and the words the writer taught the book: they stand whatever a dictionary has. */
  names: readonly string[];
  ownWords: readonly string[];
};

export type ChapterFacts = Omit<BookChapter, 'tokens'>;

const han = /\p{Script=Han}/u;
const number = /^[\p{N}一二三四五六七八九十百千万两几半零〇第]+[\p{Script=Han}]?$/u;
const functionWords = new Set([...chinese.functionWords, ...english.functionWords]);

const unitsOf = (word: string): number => (han.test(word) ? [...word].length : 1);

/** Written with a capital nearly always: a name, whoever it is. */
const minCapitalShare = 0.7;

const isNameWith = (names: ReadonlySet<string>, joined: string) => (word: string) =>
  names.has(word) || (han.test(word) && word.length > 1 && joined.includes(word));

/** `names`: of the codex, however they are spelt there. */
export const joinBook = (
  given: readonly ChapterFacts[],
  lists: Pick<Book, 'names' | 'characters' | 'watched' | 'ownWords'>,
): Book => {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const capitals: number[] = [];
  const chapters = given.map((chapter): BookChapter => {
    const { words, tokens, capitals: here } = chapter.prose;
    const local = words === '' ? [] : words.split('\n');
    const global = Uint32Array.from(local, (word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    });
    for (const [at, count] of here.entries()) {
      const of = global[at] ?? 0;
      capitals[of] = (capitals[of] ?? 0) + count;
    }
    const joined = new Uint32Array(tokens.length);
    const countsHere = new Uint32Array(global.length);
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] ?? 0;
      joined[at] = global[token] ?? 0;
      countsHere[token] = (countsHere[token] ?? 0) + 1;
    }
    for (const [at, count] of countsHere.entries()) {
      const of = global[at] ?? 0;
      counts[of] = (counts[of] ?? 0) + count;
    }
    return { ...chapter, tokens: joined };
  });
  const words = [...numbers.keys()];
  const lower = lists.names.map((name) => name.toLowerCase());
  const names = new Set(lower.flatMap((name) => [name, ...name.split(/[\s·・]+/)]));
  const isKnown = isNameWith(names, lower.join('\n'));
  const isName = Uint8Array.from(words, (word, at) =>
    isKnown(word) || (capitals[at] ?? 0) > minCapitalShare * (counts[at] ?? 0) ? 1 : 0,
  );
  const isChosen = Uint8Array.from(words, (word, at) =>
    isName[at] === 1 ||
    functionWords.has(word.replace('’', "'")) ||
    number.test(word) ||
    chinese.smallPiece.test(word) ||
    word.length < (han.test(word) ? 2 : 3)
      ? 0
      : 1,
  );
  const units = Uint32Array.from(words, unitsOf);
  const size = counts.reduce((sum, count, at) => sum + count * (units[at] ?? 0), 0);
  return {
    ...{ chapters, words, units, isChosen, isName, size },
    ...lists,
    counts: Uint32Array.from(counts),
  };
};
