/** After an empty line, a line at the margin that is no item of a list begins something new whatever stood above. */
const beginsAnew = /^(?![ \t]|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))./;
const emptyLine = /^[ \t]*$/;
const opening = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
/** A fence that may stand in a list or quote, and then ends with it. */
const innerFence = /^[ \t>*+\-\d.)]+(?:`{3}|~{3})/;

const closes = (line: string, fence: string): boolean =>
  closing.exec(line)?.[1]?.startsWith(fence) === true;

/**
 * An answer in parts that can be parsed each for itself, as nothing in one has a meaning in another: while words come
 * in, all but the last stay as they are. Joined with line breaks they are the text.
 */
export function passagesOf(text: string): string[] {
  const passages: string[][] = [];
  let passage: string[] = [];
  let fence: string | null = null;
  let isAfterEmpty = true;
  let isUnsure = false;
  for (const line of text.split(/\r\n?|\n/)) {
    if (isAfterEmpty && fence === null && !isUnsure && beginsAnew.test(line)) {
      passage = [];
      passages.push(passage);
    } else if (passages.length === 0) passages.push(passage);
    passage.push(line);
    isAfterEmpty = emptyLine.test(line);
    if (fence === null) fence = opening.exec(line)?.[0] ?? null;
    else if (closes(line, fence)) fence = null;
    if (fence === null && innerFence.test(line)) isUnsure = true;
  }
  return passages.map((lines) => lines.join('\n'));
}
