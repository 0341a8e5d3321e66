/** The names a book uses most, with what it first says of each: a codex made of the book itself. */

export type BookName = { name: string; summary: string };

/** Who speaks, after a stop or a line's beginning: 林远道：, 苏蔓笑着说：. */
const chineseSpeaker =
  /(?<=[。！？”’\n\u3000，；])(\p{Script=Han}{2,3}?)(?:笑着|冷笑|笑|忙|听了|又|便|低声|问)?(?:道|说|问)(?=[：:，,“])/gu;
/** A capital inside a sentence. */
const englishName = /(?<=[a-z,;] (?:(?:Mr|Mrs|Dr|Miss|Lady|Sir)\.? )?)[A-Z][a-z]{2,}/g;
const sentences = /[^。！？\n.!?]+[。！？.!?”"]*/gu;
const longestSummary = { han: 160, latin: 420 };
/** Chinese words that stand where a speaker does. */
const noNames = /[我你他她它咱谁一不又便就只也都却还忙因说道问笑听看想是的了着这那么]/u;

const isHan = (text: string): boolean => /^\p{Script=Han}/u.test(text);

const summaryOf = (name: string, book: string): string => {
  const longest = isHan(name) ? longestSummary.han : longestSummary.latin;
  let summary = '';
  for (let at = book.indexOf(name); at >= 0; at = book.indexOf(name, at + 1)) {
    const from = Math.max(0, at - 60);
    const sentence = (book.slice(from, at + longest).match(sentences) ?? [])
      .map((part) => part.trim())
      .find((part) => part.includes(name) && !summary.includes(part));
    if (!sentence) continue;
    if (summary !== '' && summary.length + sentence.length > longest) break;
    summary += sentence.slice(0, longest);
    if (summary.length > longest / 2) break;
  }
  return summary;
};

/** The `limit` most used names, most used first; fewer when the book has fewer. */
export const findBookNames = (book: string, limit: number): BookName[] => {
  const counts = new Map<string, number>();
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const match of book.matchAll(chineseSpeaker)) {
    const name = match[1] ?? '';
    if (!noNames.test(name)) count(name);
  }
  for (const [name] of book.matchAll(englishName)) count(name);
  return [...counts]
    .filter(([, times]) => times > 2)
    .sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1))
    .slice(0, limit)
    .map(([name]) => ({ name, summary: summaryOf(name, book) }));
};
