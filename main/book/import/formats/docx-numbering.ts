/** The numbers Word shows before paragraphs of lists and numbered headings; the text itself does not hold them. */
import { chineseNumeral } from '#shared/chinese-numeral.ts';
import { readXml } from '../files/read-xml.ts';

type Level = {
  start: number;
  format: string;
  /** `%1.%2`: numbers of the levels in their places. */
  text: string;
  /** The paragraph style that has this level. */
  style: string | null;
  /** All numbers in figures. */
  isLegal: boolean;
};

type List = { levels: Map<number, Level> };
type Numbered = { listId: string; starts: Map<number, number>; levels: Map<number, Level> };

/** What a paragraph, or its style, says of its number. */
export type NumberReference = { numberId: string | null; level: number | null };

export type DocxNumbering = {
  /**
   * The number of the next paragraph, with a space behind it, as Markdown; '' for none. To be asked in the order of the
   * text, once for each paragraph that has one.
   */
  nextLabel(reference: NumberReference, styleId: string | null): string;
};

const maxLevel = 8;
/** Characters of a number's form; a longer one, before thousands of paragraphs, would be a text out of nothing. */
const longestForm = 60;
const letters = 'abcdefghijklmnopqrstuvwxyz';
const heavenly = '甲乙丙丁戊己庚辛壬癸';
const earthly = '子丑寅卯辰巳午未申酉戌亥';

const roman = (value: number): string => {
  const values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
  const words = ['m', 'cm', 'd', 'cd', 'c', 'xc', 'l', 'xl', 'x', 'ix', 'v', 'iv', 'i'];
  let rest = value;
  return words
    .map((word, at) => {
      const one = values[at] ?? 1;
      const count = Math.floor(rest / one);
      rest -= count * one;
      return word.repeat(count);
    })
    .join('');
};

/** Word goes on with aa, bb after z. */
const letter = (value: number): string =>
  (letters[(value - 1) % letters.length] ?? '').repeat(Math.ceil(value / letters.length));

const oneOf =
  (characters: string) =>
  (value: number): string =>
    characters[(value - 1) % characters.length] ?? String(value);

const fullWidth = (value: number): string =>
  String(value).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

const circled = (value: number): string =>
  value <= 20 ? String.fromCharCode(0x245f + value) : String(value);

/** Formats by their names in the file; any other is written in figures. */
const formats: Readonly<Record<string, (value: number) => string>> = {
  upperRoman: (value) => roman(value).toUpperCase(),
  lowerRoman: roman,
  upperLetter: (value) => letter(value).toUpperCase(),
  lowerLetter: letter,
  decimalZero: (value) => String(value).padStart(2, '0'),
  decimalFullWidth: fullWidth,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  chineseCounting: chineseNumeral,
  chineseCountingThousand: chineseNumeral,
  taiwaneseCounting: chineseNumeral,
  taiwaneseCountingThousand: chineseNumeral,
  japaneseCounting: chineseNumeral,
  ideographTraditional: oneOf(heavenly),
  ideographZodiac: oneOf(earthly),
  none: () => '',
};

/** Numbers nobody counts to are written in figures: a roman number of a million would have a thousand letters. */
const longest = 5000;

const formatNumber = (value: number, format: string): string => {
  const write = value >= 1 && value <= longest ? formats[format] : undefined;
  return write === undefined ? String(value) : write(value);
};

const wholeNumber = (value: string | undefined): number | null =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null;

/** 0 to 8. */
export const listLevel = (value: string | undefined): number | null => {
  const level = wholeNumber(value);
  return level !== null && level <= maxLevel ? level : null;
};

const freshLevel = (): Level => ({
  ...{ start: 1, format: 'decimal', text: '' },
  ...{ style: null, isLegal: false },
});

type Element = { name: string; get(attribute: string): string | undefined };

/** Collects lists and what stands for them in paragraphs, while the file is read. */
class NumberingReader {
  readonly lists = new Map<string, List>();
  readonly numbered = new Map<string, Numbered>();
  private levels: Map<number, Level> | null = null;
  private level: Level | null = null;
  private own: Numbered | null = null;
  private overridden: number | null = null;

  open({ name, get }: Element): void {
    const value = get('val');
    if (name === 'abstractNum') {
      this.levels = new Map();
      this.lists.set(get('abstractNumId') ?? '', { levels: this.levels });
    } else if (name === 'num') {
      this.own = { listId: '', starts: new Map(), levels: new Map() };
      this.numbered.set(get('numId') ?? '', this.own);
    } else if (name === 'abstractNumId' && this.own) this.own.listId = value ?? '';
    else if (name === 'lvlOverride') this.overridden = listLevel(get('ilvl'));
    else if (name === 'startOverride' && this.own && this.overridden !== null) {
      this.own.starts.set(this.overridden, wholeNumber(value) ?? 1);
    } else if (name === 'lvl') this.openLevel(listLevel(get('ilvl')));
    else if (this.level) this.readLevel(this.level, name, value);
  }

  private openLevel(number: number | null): void {
    const levels = this.own?.levels ?? this.levels;
    this.level = freshLevel();
    if (number !== null) levels?.set(number, this.level);
  }

  private readLevel(level: Level, name: string, value: string | undefined): void {
    if (name === 'start') level.start = wholeNumber(value) ?? 1;
    else if (name === 'numFmt') level.format = value ?? 'decimal';
    else if (name === 'lvlText') level.text = value ?? '';
    else if (name === 'pStyle') level.style = value ?? null;
    else if (name === 'isLgl') level.isLegal = true;
  }

  close(name: string): void {
    if (name === 'lvl') this.level = null;
    else if (name === 'lvlOverride') this.overridden = null;
    else if (name === 'num') this.own = null;
    else if (name === 'abstractNum') this.levels = null;
  }
}

/** A number that Markdown has a mark for keeps its place in the list; any other stands before the words. */
const asMarkdown = (text: string, level: number): string => {
  const indent = '   '.repeat(level);
  if (/^\d{1,9}[.)]$/.test(text)) return `${indent}${text} `;
  return `${text.replace(/[\\`*_<[]/g, '\\$&')} `;
};

/** `xml`: word/numbering.xml, null where there is none. IMPORT_FILE_DAMAGED. */
export const docxNumbering = (xml: string | null): DocxNumbering => {
  const reader = new NumberingReader();
  if (xml !== null) {
    readXml(xml, {
      open: (element) => reader.open(element),
      close: (name) => reader.close(name),
      text: () => undefined,
    });
  }
  /** By list: the last number of each level; lists that continue one another share theirs. */
  const counters = new Map<string, number[]>();
  const begun = new Set<string>();

  const levelsOf = (numbered: Numbered): Map<number, Level> =>
    new Map([...(reader.lists.get(numbered.listId)?.levels ?? []), ...numbered.levels]);

  /** Counts on, and starts the levels below anew. */
  const count = (
    numberId: string,
    numbered: Numbered,
    { at, start }: { at: number; start: number },
  ): number[] => {
    const counter = counters.get(numbered.listId) ?? [];
    counters.set(numbered.listId, counter);
    const restart = numbered.starts.get(at);
    const key = `${numberId} ${at}`;
    const isFirst = restart !== undefined && !begun.has(key);
    begun.add(key);
    counter[at] = isFirst ? restart : (counter[at] ?? start - 1) + 1;
    counter.length = at + 1;
    return counter;
  };

  return {
    nextLabel({ numberId, level }, styleId) {
      const numbered = numberId === null ? undefined : reader.numbered.get(numberId);
      // Number 0 takes a style's number away.
      if (numberId === null || numberId === '0' || numbered === undefined) return '';
      const levels = levelsOf(numbered);
      const styled = [...levels].find(([, { style }]) => style !== null && style === styleId);
      const at = level ?? styled?.[0] ?? 0;
      const form = levels.get(at);
      if (form === undefined || form.text.length > longestForm) return '';
      const counter = count(numberId, numbered, { at, start: form.start });
      if (form.format === 'bullet') return `${'   '.repeat(at)}- `;
      const text = form.text.replace(/%([1-9])/g, (_, digit: string) => {
        const place = Number(digit) - 1;
        const shown = levels.get(place);
        const value = counter[place] ?? shown?.start ?? 1;
        const format = form.isLegal ? 'decimal' : (shown?.format ?? 'decimal');
        return formatNumber(value, format);
      });
      return text.trim() === '' ? '' : asMarkdown(text.trim(), at);
    },
  };
};
