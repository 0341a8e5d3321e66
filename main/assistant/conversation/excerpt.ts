/** Cuts out the place where a query was found. */
import { beginningWithin, endingWithin } from '#main/base/text/graphemes.ts';

/** UTF-16 units shown on either side. */
const around = 40;

/** The place in a text where a query was found, with a little before and after it, on one line. */
export const cutExcerptAround = (text: string, query: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const at = line.toLowerCase().indexOf(query.replace(/\s+/g, ' ').trim().toLowerCase());
  const before = line.slice(0, Math.max(0, at));
  const rest = line.slice(before.length);
  const start = endingWithin(before, around);
  const end = beginningWithin(rest, query.length + around);
  return [
    start.length < before.length ? '…' : '',
    start,
    end,
    end.length < rest.length ? '…' : '',
  ].join('');
};
