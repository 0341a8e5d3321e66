/** Reads from a text in letters what may be a name: words with a capital where a sentence gives them none. Pure. */
import { addSigns, type NameSigns } from './evidence.ts';

const word = /[\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*/gu;
const capital = /^\p{Lu}/u;
/** Stand between parts of a name. */
const linkingWords = new Set([
  'de',
  'of',
  'du',
  'von',
  'van',
  'la',
  'le',
  'del',
  'der',
  'di',
  'da',
  'the',
]);
const titles = new Set(
  `mr mrs ms miss mister madam madame mademoiselle monsieur lady lord sir dame dr doctor professor colonel captain major general lieutenant sergeant
  father mother brother sister aunt uncle king queen prince princess duke duchess count countess baron baroness master mistress reverend rev saint st
  inspector detective officer president judge cousin grandma grandpa`.split(/\s+/),
);
const noNames = new Set(
  `i i'm i'd i've i'll god lord heaven christ monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
  september october november december christmas easter michaelmas english french german spanish italian latin greek chinese american british european
  chapter volume part book oh ah yes no ok o'clock sir madam ma'am lady papa mamma mama dad mom mum mr mrs ms miss dr st illustration`.split(
    /\s+/,
  ),
);
const speech =
  /^[”"’',]*\s*(?:said|replied|cried|asked|answered|whispered|shouted|exclaimed|continued|added|muttered|nodded|smiled|laughed|sighed|thought|looked|observed|returned)\b/iu;
const speechBefore =
  /\b(?:said|replied|cried|asked|answered|whispered|shouted|exclaimed|continued|added|muttered|observed|returned)\s+(?:(?:mr|mrs|miss|ms|dr|lady|sir)\.?\s+)?$/iu;
const placeBefore = /\b(?:in|at|to|from|near|into|towards?|leave|leaving|left|reach|reached)\s+$/iu;
/** Nothing before it but the beginning of a sentence or of what somebody says. */
const beginning = /(?:^|[.!?…:;—–]["”’')\]]*\s*["“‘'(_*#[]*|["“‘(_*#[>-]\s*)\s*$/u;
/** The full stop of a title ends no sentence. */
const titleBefore = /\b(?:mr|mrs|ms|dr|st|rev|messrs)\.\s*$/iu;

type Word = { text: string; start: number; end: number };

const withoutOwner = (text: string): string => text.replace(/['’]s$/u, '').replace(/['’]$/u, '');

/** Neighbours of a line that belong to one name: only a blank between them, or a title's full stop. */
const isJoined = (line: string, before: Word, next: Word): boolean => {
  const between = line.slice(before.end, next.start);
  return between === ' ' || (between === '. ' && titles.has(before.text.toLowerCase()));
};

const isName = ({ text }: Word): boolean =>
  capital.test(text) && !noNames.has(text.toLowerCase().replace('’', "'"));
const isTitle = ({ text }: Word): boolean => capital.test(text) && titles.has(text.toLowerCase());

/** How many words from `at` on make one name, small words between them with it. */
const countWords = (line: string, words: readonly Word[], at: number): number => {
  let count = 0;
  let end = 0;
  for (let next = at; next < words.length; next += 1) {
    const [before, here] = [words[next - 1], words[next]];
    if (here === undefined) break;
    if (next > at && (before === undefined || !isJoined(line, before, here))) break;
    if (next > at && /['’]s$/u.test(before?.text ?? '')) break;
    count += 1;
    if (isName(here)) end = count;
    else if (!linkingWords.has(here.text)) break;
  }
  return end;
};

/** @param line a stretch of text without line ends */
export const readEnglishLine = (
  line: string,
  signs: NameSigns,
  small: Map<string, number>,
): void => {
  const words = [...line.matchAll(word)].map(
    ({ 0: text, index }): Word => ({ text, start: index, end: index + text.length }),
  );
  // A heading or a shout has capitals everywhere.
  if (words.filter(({ text }) => !capital.test(text)).length * 2 < words.length) return;
  for (let at = 0; at < words.length; at += 1) {
    const first = words[at];
    if (first === undefined) continue;
    if (!capital.test(first.text)) {
      small.set(first.text, (small.get(first.text) ?? 0) + 1);
      continue;
    }
    const hasTitle = isTitle(first);
    const from = hasTitle ? at + 1 : at;
    const [beginner, title] = [words[from], words[from - 1]];
    if (beginner === undefined || (hasTitle && title && !isJoined(line, title, beginner))) continue;
    const count = countWords(line, words, from);
    if (count === 0) continue;
    const last = words[from + count - 1] ?? beginner;
    const before = line.slice(Math.max(0, first.start - 24), first.start);
    // What begins a sentence has its capital of that; it counts once it is known from elsewhere.
    const isSure = hasTitle || titleBefore.test(before) || !beginning.test(before);
    if (isSure) {
      const name = withoutOwner(line.slice(beginner.start, last.end));
      const speaks = speech.test(line.slice(last.end, last.end + 24)) || speechBefore.test(before);
      addSigns(signs, name, {
        person: hasTitle || speaks ? 1 : 0,
        standing: 1,
        place: !hasTitle && placeBefore.test(before) ? 1 : 0,
      });
    }
    at = from + count - 1;
  }
};
