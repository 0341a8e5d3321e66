/** The apostrophe alone behind a name that ends in s, as in `James’ dog`: another name has `’s` behind it. Pure. */
import type { Span } from './span.ts';

export type Apostrophe = {
  /** With it, the place is the whole possessive. */
  end: number;
  /** What the new name has behind it. */
  ending: string;
  /** It may close a quotation as well. */
  isDoubtful: boolean;
};

const apostrophe = /^['’](?![\p{L}\p{N}])/u;
const endsInS = /s$/iu;
const latinEnd = /\p{Script=Latin}$/u;

/** What opens a quotation, or may close one: not within a word. */
const quote = /(?<opens>(?<![\p{L}\p{N}])[‘'](?=\S))|(?<=\S)['’](?![\p{L}\p{N}])/gu;

/** Whether a quotation may be open at the end of this text; what closes none is another apostrophe. */
const isQuotationOpen = (text: string): boolean => {
  let isOpen = false;
  for (const { groups } of text.matchAll(quote)) isOpen = groups?.opens !== undefined;
  return isOpen;
};

/** Null where nothing is to be done: no such apostrophe, or a new name that takes it as well. */
export const barePossessive = (
  text: string,
  { start, end }: Span,
  to: string,
): Apostrophe | null => {
  const name = text.slice(start, end);
  const mark = apostrophe.exec(text.slice(end, end + 2))?.[0];
  if (mark === undefined || !endsInS.test(name)) return null;
  if (!latinEnd.test(to) || endsInS.test(to)) return null;
  const from = text.lastIndexOf('\n\n', start) + 1;
  const isDoubtful = isQuotationOpen(text.slice(from, start));
  return { end: end + mark.length, ending: `${mark}s`, isDoubtful };
};
