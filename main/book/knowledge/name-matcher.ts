/** Finds the names of a project in a text. */
import { LRUCache } from 'lru-cache';
import { detached } from '#shared/detached.ts';
import { createAutomaton } from './automaton.ts';
import { createFolding, type Folding, foldName } from './folding.ts';
import { createHanJudge, type HanJudge } from './han-judge.ts';
import { noOrdinaryWords, type OrdinaryWords } from './ordinary-words.ts';
import { createSegmenter, type Segmenter } from './segments.ts';
import type { NamedEntity, NameMatch, NameMatcher } from './service.ts';
import { beginsWord, endsWord, endWithMarks } from './word-borders.ts';

/** What every matcher shares and is worth keeping. */
export type MatcherTools = {
  folding: Folding;
  segmenter: Segmenter;
  judge: HanJudge;
  words: OrdinaryWords;
};

export const createMatcherTools = (words: OrdinaryWords = noOrdinaryWords): MatcherTools => {
  const folding = createFolding();
  return { folding, segmenter: createSegmenter(), judge: createHanJudge(words, folding), words };
};

type Pattern = {
  symbols: number[];
  owners: { entityId: string; name: string }[];
  /** Han characters of a name that has nothing else; 0 for others. */
  hanLength: number;
  /** A single capitalised word: `Will` is a name, `will` is not. */
  capitalised: boolean;
};

type Place = { pattern: Pattern; start: number; end: number };

const hanOnly = /^[\p{Script=Han}]+$/u;
const capitalisedWord = /^\p{Lu}[\p{L}\p{M}'’]*$/u;
const capital = /\p{Lu}/u;
const smallLetter = /^\p{Ll}/u;

const hanSpace = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu;

/** As it is written, and, where a space stands between Han characters, without it: that is how a broken line is read. */
const spellingsOf = (name: string, folding: Folding): number[][] => {
  const written = foldName(name, folding);
  const joined = name.replace(hanSpace, '');
  return joined === name ? [written] : [written, foldName(joined, folding)];
};

const compilePatterns = (entities: readonly NamedEntity[], folding: Folding): Pattern[] => {
  const patterns = new Map<string, Pattern>();
  for (const { entityId, names } of entities) {
    const spellings = names.flatMap((name) =>
      spellingsOf(name, folding).map((symbols) => ({ name, symbols })),
    );
    for (const { name, symbols } of spellings) {
      if (symbols.length === 0) continue;
      const folded = String.fromCodePoint(...symbols);
      const pattern = patterns.get(folded) ?? {
        symbols,
        owners: [],
        hanLength: hanOnly.test(folded) ? symbols.length : 0,
        capitalised: true,
      };
      pattern.capitalised &&= capitalisedWord.test(name.trim());
      if (!pattern.owners.some((owner) => owner.entityId === entityId)) {
        pattern.owners.push({ entityId, name });
      }
      patterns.set(folded, pattern);
    }
  }
  return [...patterns.values()];
};

/** Code units around a name that its judge may look at. */
const judgedAround = 100;

/** A name over the end of a line, as it stands once the line goes on; null where it stands in one line. */
const acrossLines = (text: string, { start, end }: Place, segmenter: Segmenter) => {
  const lineEnd = text.indexOf('\n', start);
  if (lineEnd < 0 || lineEnd >= end) return null;
  const from = Math.max(0, start - judgedAround);
  const joined = text.slice(from, lineEnd) + text.slice(lineEnd + 1, end + judgedAround);
  const at = start - from;
  return { text: joined, start: at, end: end - from - 1, segments: segmenter.open(joined)(at) };
};

/**
 * UTF-16 code units of texts whose matches are remembered. Beside a fence a request looks through every passage it is offered:
 * the passages of a long novel have their place, and no text around a cursor, of which each is asked for once, takes it.
 */
const cachedUnits = 2_000_000;
const longestPassage = 4000;
/** All chapters of a long novel: a search in the whole book looks through each. */
const cachedLongUnits = 1_200_000;

/** Matches by their text, which are never changed. */
const createMatchMemory = (maxSize: number): LRUCache<string, readonly NameMatch[]> =>
  new LRUCache({ maxSize, sizeCalculation: (_matches, text) => text.length + 1 });

/** Leftmost first, and of those that begin together the longest. */
const byPlace = (one: Place, other: Place): number =>
  one.start - other.start || other.end - one.end;

/**
 * Compiles names into a matcher (N8, F8). Spellings that fold to the same are the same name: letter case, full
 * width, accents over Latin letters, kinds of apostrophe and middle dot, runs of white space, traditional and
 * simplified characters. Latin names stand as whole words, a capitalised one begins with a capital (unless the
 * text has none, like a query typed in haste); Han names of one or two characters do not stand inside ordinary
 * words. A line end between two Han characters parts no name. A name that several entities bear gives one match for each of them, in the same place; apart from
 * that, matches are disjoint and in text order. Linear in the text.
 */
export const compileNames = (
  entities: readonly NamedEntity[],
  { folding, segmenter, judge }: MatcherTools,
): NameMatcher => {
  const patterns = compilePatterns(entities, folding);
  const automaton = createAutomaton(
    patterns.map(({ symbols }) => symbols),
    folding,
  );

  const collect = (text: string): Place[] => {
    const places: Place[] = [];
    automaton.scan(text, (index, start, end) => {
      const pattern = patterns[index];
      if (pattern) places.push({ pattern, start, end: endWithMarks(text, end, folding) });
    });
    return places.sort(byPlace);
  };

  const stands = (text: string, { start, end }: Place): boolean =>
    (!folding.isWordUnit(text.charCodeAt(start)) || beginsWord(text, start, folding)) &&
    (!folding.isWordUnit(text.charCodeAt(end - 1)) || endsWord(text, end, folding));

  const search = (text: string): readonly NameMatch[] => {
    const segmentsAt = segmenter.open(text);
    let anyCapital: boolean | null = null;
    const hasCapitals = (): boolean => {
      anyCapital ??= capital.test(text);
      return anyCapital;
    };
    const isName = (place: Place): boolean => {
      const { pattern, start, end } = place;
      if (!stands(text, place)) return false;
      if (pattern.capitalised && smallLetter.test(text.slice(start, start + 2)) && hasCapitals()) {
        return false;
      }
      if (pattern.hanLength === 0 || pattern.hanLength > 2) return true;
      const candidate = acrossLines(text, place, segmenter) ?? {
        ...{ text, start, end },
        segments: segmentsAt(start),
      };
      return pattern.hanLength === 1 ? judge.one(candidate) : judge.two(candidate);
    };
    const matches: NameMatch[] = [];
    let free = 0;
    for (const place of collect(text)) {
      if (place.start < free || !isName(place)) continue;
      free = place.end;
      for (const { entityId, name } of place.pattern.owners) {
        matches.push(Object.freeze({ entityId, name, start: place.start, end: place.end }));
      }
    }
    return matches;
  };

  const ofPassages = createMatchMemory(cachedUnits);
  const ofLongTexts = createMatchMemory(cachedLongUnits);

  if (patterns.length === 0) return { find: () => [] };
  return {
    find: (text) => {
      const found = text.length > longestPassage ? ofLongTexts : ofPassages;
      let matches = found.get(text);
      if (!matches) {
        matches = search(text);
        found.set(detached(text), matches);
      }
      return [...matches];
    },
  };
};
