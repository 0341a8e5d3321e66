/** Slips of punctuation and of the hand, like beside like. */
import type { ReportRemark } from '#shared/domain/report.ts';
import type { Book } from '../book.ts';
import { addPlace, type DraftLine, type MakeSection, type Places } from '../section.ts';

const typos: ReadonlySet<ReportRemark> = new Set(['misspelling', 'repeatedWord']);

/** Marks of one kind that stand among so many of another are a slip, not a style. */
const maxOtherShare = 0.1;
const minQuotations = 20;

/** Quotations in marks that the book hardly uses. */
const findOtherQuotes = ({ chapters }: Book): Places => {
  const byMark = new Map<string, Places>();
  for (const [chapter, { text, prose }] of chapters.entries()) {
    for (let at = 0; at < prose.speech.length; at += 2) {
      const start = prose.speech[at] ?? 0;
      // Single marks stand within double ones, and for apostrophes.
      if (/['‘’『]/.test(text[start] ?? '')) continue;
      addPlace(byMark, text[start] ?? '', [chapter, start, start + 1]);
    }
  }
  const all = [...byMark.values()].reduce((sum, { length }) => sum + length / 3, 0);
  if (all < minQuotations) return [];
  const few = [...byMark.values()].filter(({ length }) => length / 3 <= maxOtherShare * all);
  return few.flat();
};

const byCount = (one: DraftLine, other: DraftLine): number =>
  other.places.length - one.places.length;

export const makePunctuation: MakeSection = (book) => {
  const places = new Map<ReportRemark, Places>();
  for (const [chapter, { prose }] of book.chapters.entries()) {
    for (const { remark, start, end } of prose.slips) {
      if (!typos.has(remark)) addPlace(places, remark, [chapter, start, end]);
    }
  }
  const others = findOtherQuotes(book);
  if (others.length > 0) places.set('otherQuotes', others);
  const lines = [...places].map(([remark, found]) => ({ remark, label: '', places: found }));
  return { lines: lines.sort(byCount) };
};

export const makeTypos: MakeSection = ({ chapters }) => {
  const lines = new Map<string, DraftLine>();
  for (const [chapter, { text, prose }] of chapters.entries()) {
    for (const { remark, start, end, right } of prose.slips) {
      if (!typos.has(remark)) continue;
      const label = text.slice(start, end).replace(/\s+/g, ' ');
      const key = `${remark} ${label.toLowerCase()}`;
      const known = lines.get(key);
      if (known) known.places.push(chapter, start, end);
      else lines.set(key, { remark, label, suggestion: right, places: [chapter, start, end] });
    }
  }
  return { lines: [...lines.values()].sort(byCount) };
};
