/** Characters that take two columns: East Asian wide and full-width ones, and emoji. */
const wide =
  /[ᄀ-ᅟ⌚⌛⏩-⏬⏰⏳◽◾☔☕⚡⛄⛅✅✨❌❎❓-❕❗➕-➗⬛⬜⭐⭕⺀-⺙⺛-⻳⼀-⿕⿰-〾ぁ-ㆎ㆐-㏿㐀-䶿一-꓆ꥠ-ꥼ가-힣豈-﫿︐-︙︰-﹫！-｠￠-￦\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;

const widthOf = (character: string): 0 | 1 | 2 => {
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
};

/** Columns a one-line text takes, as a terminal counts them, by code point. */
export const displayWidth = (text: string): number => {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
};

/** The text cut to so many columns, with an ellipsis in the last one when something is missing. */
export const fitWidth = (text: string, columns: number): string => {
  if (displayWidth(text) <= columns) return text;
  if (columns < 1) return '';
  let kept = '';
  let used = 0;
  for (const character of text) {
    const width = widthOf(character);
    if (used + width > columns - 1) break;
    kept += character;
    used += width;
  }
  return `${kept}…`;
};
