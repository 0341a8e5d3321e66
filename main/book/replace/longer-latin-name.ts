/** The longer name that a Latin name may be a part of, told by its capitals alone (W2). Pure. */
import type { Span } from './span.ts';

/** `Ann Lowrie`, `Ann O’Brien`, `Ann de Vries`, also over the end of a line: another family name, `I` and the like aside. */
const surnameBehind =
  /^(?:[  ]|\n(?!\s))((?:(?:a[fl]|ben|bin|da|de[lnr]?|della|di|du|ibn|la|le|te[nr]|van|von)[  ])*(?!I\b)\p{Lu}(?:['’]\p{Lu})?\p{Ll}[\p{L}\p{M}'’-]*)/u;

/** `said Mary Ann`, `St. Ann`: another given name, or what the name is given to. */
const wordAhead = /(\p{Lu}\p{Ll}+|\bSt\.)[  ]$/u;
const saints: ReadonlySet<string> = new Set(['St', 'St.', 'Saint', 'Santa', 'San']);
/** With these it is the same person. */
const titles: ReadonlySet<string> = new Set(
  'Aunt Brother Captain Colonel Cousin Dame Doctor Dr Father King Lady Lord Madam Master Miss Mister Mistress Mother Mr Mrs Ms Nurse Prince Princess Professor Queen Reverend Sir Sister Uncle'.split(
    ' ',
  ),
);
/** The first word of a sentence has a capital whatever it is. */
export const beginsSentence = /(?:^|--|[.!?…:;—–“”"‘’'(\n]\s*)$/u;

/** Characters on either side that are looked at: names are shorter. */
const reach = 60;

const aheadOf = (text: string, start: number): string | null => {
  const before = text.slice(Math.max(0, start - reach), start);
  const [match, word] = wordAhead.exec(before) ?? [];
  if (match === undefined || word === undefined) return null;
  if (saints.has(word)) return word;
  if (titles.has(word) || beginsSentence.test(before.slice(0, -match.length))) return null;
  return word;
};

/** `span`: of a Latin name. Null where it seems to be the whole. */
export const longerLatinName = (text: string, { start, end }: Span): string | null => {
  const name = text.slice(start, end);
  const behind = surnameBehind.exec(text.slice(end, end + reach))?.[1];
  if (behind !== undefined) return `${name} ${behind.replace(/['’]s$/u, '')}`;
  const ahead = aheadOf(text, start);
  return ahead === null ? null : `${ahead} ${name}`;
};
