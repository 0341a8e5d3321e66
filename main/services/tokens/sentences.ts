/** Paragraphs up to this length are counted at once (UTF-16 code units). */
const shortParagraph = 128;

const letterAndStop = /\p{L}(?=[。！？；.!?;])/gu;

/**
 * Cuts a long paragraph before the stops of its sentences, so that an edit costs one sentence. Both encodings
 * end a token behind a letter when what follows is neither letter, mark, digit nor apostrophe: the counts of
 * the parts add up to the count of the paragraph.
 */
export const cutSentences = (paragraph: string): string[] => {
  if (paragraph.length <= shortParagraph) return [paragraph];
  const parts: string[] = [];
  let start = 0;
  for (const match of paragraph.matchAll(letterAndStop)) {
    const cut = match.index + match[0].length;
    parts.push(paragraph.slice(start, cut));
    start = cut;
  }
  parts.push(paragraph.slice(start));
  return parts;
};
