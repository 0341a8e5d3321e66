/** What a plot shows: lines over the same steps, and a value none should pass. */
export type LinePlot = {
  title: string;
  horizontal: string;
  limit: { value: number; label: string };
  lines: readonly { label: string; values: readonly number[] }[];
};

const width = 880;
const height = 400;
const left = 64;
const top = 44;
const right = 16;
const bottom = 104;
const colours = ['#a33a2c', '#d08a7e', '#2f5d8a', '#8fb0cf'];
const dashes = ['', '5 3', '', '5 3'];

/** The least round number of steps above `value`. */
const roundedUp = (value: number): number => {
  const step = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / step) * step;
};

/** An SVG picture that reads on light and dark pages. */
export const linePlot = ({ title, horizontal, limit, lines }: LinePlot): string => {
  const max = roundedUp(Math.max(limit.value, ...lines.flatMap(({ values }) => values)));
  const count = Math.max(...lines.map(({ values }) => values.length));
  const x = (index: number): number => left + ((width - left - right) * index) / (count - 1);
  const y = (value: number): number => top + (height - top - bottom) * (1 - value / max);
  const text = (at: { x: number; y: number; anchor?: string }, words: string): string =>
    `<text x="${at.x}" y="${at.y}" text-anchor="${at.anchor ?? 'start'}">${words}</text>`;
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * max);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#555">`,
    `<rect width="${width}" height="${height}" fill="#fbf8f2"/>`,
    `<g font-size="15" fill="#222">${text({ x: left, y: 24 }, title)}</g>`,
    ...marks.map(
      (mark) =>
        `<path d="M${left} ${y(mark)}H${width - right}" stroke="#ddd6c8"/>${text({ x: left - 8, y: y(mark) + 4, anchor: 'end' }, mark.toLocaleString('en'))}`,
    ),
    `<path d="M${left} ${y(limit.value)}H${width - right}" stroke="#222" stroke-dasharray="2 4"/>`,
    text({ x: width - right, y: y(limit.value) - 6, anchor: 'end' }, limit.label),
    ...lines.map(
      ({ values }, line) =>
        `<path fill="none" stroke="${colours[line % colours.length]}" stroke-width="1.6" stroke-dasharray="${dashes[line % dashes.length]}" d="${values
          .map(
            (value, index) =>
              `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
          )
          .join('')}"/>`,
    ),
    text({ x: left, y: height - bottom + 18 }, `${horizontal} 1`),
    text({ x: width - right, y: height - bottom + 18, anchor: 'end' }, `${horizontal} ${count}`),
    ...lines.map(({ label }, line) => {
      const at = { x: left + 30 + (line % 2) * 400, y: height - 54 + Math.floor(line / 2) * 22 };
      return `<path d="M${at.x - 28} ${at.y - 4}h22" stroke="${colours[line % colours.length]}" stroke-width="2" stroke-dasharray="${dashes[line % dashes.length]}"/>${text(at, label)}`;
    }),
    '</svg>',
  ].join('\n')}\n`;
};
