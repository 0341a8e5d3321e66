/** Paragraphs up to this length are counted at once (UTF-16 code units). */
const shortParagraph = 128;

/** Sentences beyond this length are cut again, in pieces of at least half of it. */
const longSentence = 512;

const letterAndStop = /\p{L}(?=[。！？；.!?;])/gu;

/** No apostrophe: both encodings keep `'s` with the word before it. */
const letterAndGap = /\p{L}(?=[^\p{L}\p{M}\p{N}'’])/gu;

/** The same borders as behind a sentence's last letter, wherever a word or a clause ends: prose without stops. */
const cutAtGaps = (sentence: string): string[] => {
  if (sentence.length <= longSentence) return [sentence];
  const gap = new RegExp(letterAndGap);
  const parts: string[] = [];
  let start = 0;
  while (sentence.length - start > longSentence) {
    gap.lastIndex = start + longSentence / 2;
    const match = gap.exec(sentence);
    if (!match) break;
    const cut = match.index + match[0].length;
    parts.push(sentence.slice(start, cut));
    start = cut;
  }
  parts.push(sentence.slice(start));
  return parts;
};

/**
 * Cuts a long paragraph before the stops of its sentences, and a very long sentence between its words, so that an edit
 * costs one of them. Both encodings end a token behind a letter when what follows is neither letter, mark, digit nor
 * apostrophe: the counts of the parts add up to the count of the paragraph.
 */
export const cutSentences = (paragraph: string): string[] => {
  if (paragraph.length <= shortParagraph) return [paragraph];
  const parts: string[] = [];
  let start = 0;
  for (const match of paragraph.matchAll(letterAndStop)) {
    const cut = match.index + match[0].length;
    for (const part of cutAtGaps(paragraph.slice(start, cut))) parts.push(part);
    start = cut;
  }
  for (const part of cutAtGaps(paragraph.slice(start))) parts.push(part);
  return parts;
};
