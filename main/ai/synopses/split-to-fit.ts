/** Parts a text so that each part fits into a request: between paragraphs, then sentences, then characters. Pure. */
import { beginningWithin } from '#main/base/text/graphemes.ts';

type Count = (text: string) => number;

const sentence = /[^。！？!?…\n]*[。！？!?…]+[”’」』"')）]*|[^。！？!?…\n]+/gu;

/** The beginning that fits; at least one character, so that there is an end to it. */
const beginningThatFits = (text: string, limit: number, count: Count): string => {
  let [min, max] = [0, text.length];
  while (min < max) {
    const middle = Math.ceil((min + max) / 2);
    if (count(beginningWithin(text, middle)) <= limit) min = middle;
    else max = middle - 1;
  }
  return beginningWithin(text, min) || (Array.from(text)[0] ?? '');
};

const piecesOf = (paragraph: string, limit: number, count: Count): string[] => {
  if (count(paragraph) <= limit) return [paragraph];
  return (paragraph.match(sentence) ?? [paragraph]).flatMap((one) => {
    const pieces: string[] = [];
    let rest = one;
    while (count(rest) > limit) {
      const piece = beginningThatFits(rest, limit, count);
      pieces.push(piece);
      rest = rest.slice(piece.length);
    }
    return rest === '' ? pieces : [...pieces, rest];
  });
};

/** What a line end between two pieces may cost. */
const jointCost = 2;

/** In order; together they hold everything but white space between them. Each costs at most `limit`. */
export const splitToFit = (text: string, limit: number, count: Count): string[] => {
  if (count(text) <= limit) return [text];
  const parts: string[] = [];
  let open = '';
  let cost = 0;
  for (const paragraph of text.split('\n').filter((line) => line.trim() !== '')) {
    for (const [index, piece] of piecesOf(paragraph, limit, count).entries()) {
      const own = count(piece);
      if (open !== '' && cost + jointCost + own > limit) {
        parts.push(open);
        [open, cost] = ['', 0];
      }
      // Pieces of one paragraph follow each other without a line end.
      const joint = open === '' || index > 0 ? '' : '\n';
      open = `${open}${joint}${piece}`;
      cost += jointCost + own;
    }
  }
  return open === '' ? parts : [...parts, open];
};
