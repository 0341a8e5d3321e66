/** Finds slips of punctuation in a chapter: what is typed by mistake rather than meant (W7). Pure. */
import type { ReportRemark } from '#shared/domain/report.ts';
import type { Span } from '#main/base/prose/span.ts';
import type { Slip } from './facts.ts';

type Rule = { remark: ReportRemark; pattern: RegExp; right?: (slip: string) => string };

const han = /\p{Script=Han}/u;
const fullWidth: Readonly<Record<string, string>> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '?': '？',
  '!': '！',
  '.': '。',
};

/** For paragraphs with Chinese in them. */
const hanRules: readonly Rule[] = [
  {
    remark: 'halfWidth',
    pattern:
      /(?<=[\p{Script=Han}”’」』）》])(?:[,;:?!]|\.(?![.\w]))|[,;:?!](?=[\p{Script=Han}“「『《])/gu,
    right: (slip) => fullWidth[slip] ?? '',
  },
  {
    remark: 'straightQuotes',
    pattern: /(?<=[\p{Script=Han}，。！？：；、…—])["']|["'](?=\p{Script=Han})/gu,
  },
  {
    remark: 'doubled',
    pattern: /[，、；：]{2,}|(?<!。)。。(?!。)|[，、；：]+[。！？]|[。！？][，、；：]+/gu,
  },
  {
    remark: 'ellipsis',
    pattern: /\.{3,}|。{3,}|(?<!…)…(?:…{2})*(?!…)/gu,
    right: () => '……',
  },
  {
    remark: 'dash',
    pattern: /(?<=[\p{Script=Han}，。！？”’])(?:-{2,}|(?<!—)—(?!—))/gu,
    right: () => '——',
  },
  { remark: 'spaceBefore', pattern: /(?<=\S)[ \u3000]+(?=[，。！？；：、”’」』）》])/gu },
];

/** For paragraphs without. */
const latinRules: readonly Rule[] = [
  { remark: 'fullWidth', pattern: /(?<=\p{L})[，。！？；：]/gu },
  { remark: 'doubled', pattern: /[,;:]{2,}|(?<![.\s])\.\.(?!\.)|,\.(?!\.)/gu },
  { remark: 'spaceBefore', pattern: /(?<=[\p{L}\p{N}]) +(?=[,.;:?!](?:\s|$))/gu },
  { remark: 'doubleSpace', pattern: /(?<=[^\s.?!:"'”’]) {2,}(?=\S)/gu },
];

const pairs: readonly [open: string, close: string][] = [
  ['“', '”'],
  ['「', '」'],
  ['『', '』'],
  ['（', '）'],
  ['《', '》'],
];

/** Marks that close what is not open, or are never closed. Speech that goes on in the next paragraph may be opened anew there. */
const findUnbalanced = (text: string, beginnings: ReadonlySet<number>): number[] =>
  pairs.flatMap(([open, close]) => {
    const lonely: number[] = [];
    let openAt = -1;
    for (const { index, 0: mark } of text.matchAll(new RegExp(`[${open}${close}]`, 'gu'))) {
      if (mark === close) {
        if (openAt < 0) lonely.push(index);
        openAt = -1;
      } else {
        if (openAt >= 0 && !beginnings.has(index)) lonely.push(openAt);
        openAt = index;
      }
    }
    if (openAt >= 0) lonely.push(openAt);
    return lonely;
  });

/** The last straight quotation mark of a paragraph that has an odd number of them, unless the next one opens it anew. */
const findOddQuotes = (text: string, paragraphs: readonly Span[]): number[] =>
  paragraphs.flatMap(({ start, end }, at) => {
    const marks = [...text.slice(start, end).matchAll(/"/g)];
    const next = paragraphs[at + 1];
    const goesOn = next !== undefined && text[next.start] === '"';
    const last = marks.at(-1);
    return marks.length % 2 === 1 && !goesOn && last ? [start + last.index] : [];
  });

const applyRules = (text: string, { start, end }: Span): Slip[] => {
  const body = text.slice(start, end);
  return (han.test(body) ? hanRules : latinRules).flatMap(({ remark, pattern, right }) =>
    Array.from(body.matchAll(pattern), ({ index, 0: slip }) => ({
      remark,
      start: start + index,
      end: start + index + slip.length,
      right: right?.(slip) ?? '',
    })),
  );
};

const firstVisible = (text: string, { start, end }: Span): number =>
  end - text.slice(start, end).trimStart().length;

/** In the order of the text. */
export const findSlips = (text: string, paragraphs: readonly Span[]): Slip[] => {
  const beginnings = new Set(paragraphs.map((span) => firstVisible(text, span)));
  const lonely = [...findUnbalanced(text, beginnings), ...findOddQuotes(text, paragraphs)];
  return [
    ...paragraphs.flatMap((span) => applyRules(text, span)),
    ...lonely.map((at): Slip => ({ remark: 'unbalanced', start: at, end: at + 1, right: '' })),
  ].sort((one, other) => one.start - other.start);
};
