/** Where writing begins in a chapter that is opened for the first time: below its heading. UTF-16 offset. */
export function beginOfText(text: string): number {
  const heading = /^\s*#{1,6}[ \t]+\S.*(?:\n\s*\n|\n|$)/.exec(text);
  if (heading === null) return 0;
  const after = text.slice(heading[0].length).search(/\S/);
  return after < 0
    ? text.trimEnd().length + Math.min(2, trailing(text))
    : heading[0].length + after;
}

const trailing = (text: string) => text.length - text.trimEnd().length;
