/** From the stretches of an epub's pages to chapters in volumes: what only has a title holds what stands behind it. Pure. */
import type { Part } from '../source-text.ts';
import { isChapterTitle, isVolumeTitle } from '../split/chapter-lines.ts';
import { lettersOf, plainTitle } from '../split/headings.ts';
import type { ContentsEntry } from './epub-package.ts';

/** `outer`: entries at the same place that hold the entry, the outermost first. */
export type Stretch = {
  outer: ContentsEntry[];
  entry: ContentsEntry | null;
  text: string;
  /** On its page. */
  pictures: number;
};

const withoutHeading = (text: string): string => text.replace(/^#{1,6} .*(?:\n|$)/, '').trim();

/** The text without headings at its top that only say which volume it begins. */
const belowVolumes = ({ outer, entry, text }: Stretch): string => {
  const own = lettersOf(entry?.title ?? '');
  const volumes = new Set(outer.map(({ title }) => lettersOf(title)));
  let rest = text;
  for (;;) {
    const heading = lettersOf(plainTitle(/^#{1,6} (.*)/.exec(rest)?.[1] ?? ''));
    if (heading === '' || heading === own || !volumes.has(heading)) return rest;
    rest = withoutHeading(rest);
  }
};

/** A title of so many paragraphs: its number, its name, and what is said below it. */
const maxTitleParagraphs = 3;

/** The text without paragraphs at its top that are the title once more, where they are no heading. */
const withoutTitle = (text: string, title: string): string => {
  if (/^#{1,6} /.test(text)) return text;
  const whole = lettersOf(title);
  let [letters, rest] = ['', text];
  for (let count = 0; count < maxTitleParagraphs && rest !== ''; count += 1) {
    const end = rest.indexOf('\n\n');
    letters += lettersOf(plainTitle(end < 0 ? rest : rest.slice(0, end)));
    rest = end < 0 ? '' : rest.slice(end).replace(/^\n+/, '');
    if (letters !== '' && letters === whole) return rest;
    if (!whole.startsWith(letters)) break;
  }
  return text;
};

/** Pages of every book, which hold no chapters. */
const furniture =
  /^(?:封面|扉页|扉頁|书名页|目录|目錄|版权.*|版權.*|cover|(?:half)?titlepage|(?:tableof)?contents|copyright.*)$/iu;
const isFurniture = (title: string): boolean => furniture.test(title.replace(/\s/gu, ''));

/** Its number is all that most chapters have for a title; more digits are a year. */
const beginsWithNumber = /^\d{1,3}(?!\d)/;
const isChapter = (title: string): boolean => isChapterTitle(title) || beginsWithNumber.test(title);

/** What an entry is: a volume alone, one whose page begins with a chapter, a chapter that is still to be written, or a chapter. */
type Kind = 'volume' | 'opening' | 'planned' | 'chapter';

type Neighbours = {
  /** The stretch behind it. */
  next: Stretch | undefined;
  /** The next entry of the contents. */
  named: ContentsEntry | null;
};

type Place = Neighbours & {
  entry: ContentsEntry;
  hasWords: boolean;
  /** The page says its title, and does not only hold a picture. */
  saysTitle: boolean;
  pictures: number;
  /** It stands behind a volume that has all its words on its own page. */
  isBehindWhole: boolean;
};

const holdsNext = (entry: ContentsEntry, named: ContentsEntry | null): boolean =>
  named !== null && named.depth > entry.depth;

/** A volume with words opens what stands beside it; where volumes alone follow each other, each is a whole. */
const opensNext = ({ entry, named, isBehindWhole }: Place): boolean =>
  named?.depth === entry.depth && !isVolumeTitle(named.title) && !isBehindWhole;

const kindOf = (place: Place): Kind => {
  const { entry, saysTitle, pictures, next, named } = place;
  const { title } = entry;
  const hasWords = place.hasWords || next?.entry === null;
  if (holdsNext(entry, named)) {
    if (!hasWords) return 'volume';
    return isChapterTitle(title) ? 'chapter' : 'opening';
  }
  const isVolume = isVolumeTitle(title);
  if (hasWords) return isVolume && opensNext(place) ? 'opening' : 'chapter';
  const isPicture = !saysTitle || pictures > 0;
  if ((isPicture && !isVolume) || isFurniture(title)) return 'chapter';
  if (isChapter(title)) return 'planned';
  return next === undefined && !isVolume ? 'planned' : 'volume';
};

/** `isBeside`: it holds what stands beside it in the contents. */
type Volume = { depth: number; title: string; isBeside: boolean; part: Part; isUsed: boolean };

class PartsReader {
  private readonly parts: Part[] = [];
  /** Kept though they have no text. */
  private readonly planned = new Set<Part>();
  private volumes: Volume[] = [];
  private isBehindWhole = false;
  private readonly bookTitle: string;
  /** Some volumes of the book are named by their number. */
  private readonly hasVolumes: boolean;

  constructor(bookTitle: string | null, hasVolumes: boolean) {
    this.bookTitle = lettersOf(bookTitle ?? '');
    this.hasVolumes = hasVolumes;
  }

  private partOf(title: string | null, text: string): Part {
    const group = this.volumes.map((volume) => volume.title).join(' · ') || null;
    return { title: title || null, chapter: null, group, text };
  }

  /** One in which nothing stood is a chapter that is still to be written. */
  private endVolumes(ends: (volume: Volume) => boolean): void {
    for (let last = this.volumes.at(-1); last && ends(last); last = this.volumes.at(-1)) {
      this.volumes.pop();
      if (last.isBeside && !last.isUsed) this.chapter(last.part, true);
    }
  }

  /** The book itself is no volume of its own. */
  private beginVolume(volume: Omit<Volume, 'part'>, text: string): void {
    const { title } = volume;
    if (this.bookTitle !== '' && lettersOf(title) === this.bookTitle) return;
    this.volumes.push({ ...volume, part: this.partOf(title, text) });
  }

  /** A page the contents do not name goes on with what stands before it. */
  private goOn(text: string): void {
    const last = this.parts.at(-1);
    if (last) last.text = [last.text, text].filter((one) => one !== '').join('\n\n');
    else this.parts.push(this.partOf(null, text));
  }

  private chapter(part: Part, isPlanned: boolean): void {
    this.parts.push(part);
    if (isPlanned) this.planned.add(part);
    const isKept = isPlanned || withoutHeading(part.text) !== '';
    if (isKept) for (const volume of this.volumes) volume.isUsed = true;
  }

  read(stretch: Stretch, next: Stretch | undefined, named: ContentsEntry | null): void {
    const { outer, entry, pictures } = stretch;
    const own = belowVolumes(stretch);
    if (entry === null) {
      this.goOn(own);
      return;
    }
    const { title } = entry;
    const text = this.wordsOf(own, entry, { next, named });
    const hasWords = withoutHeading(text) !== '';
    const { isBehindWhole } = this;
    const about = { entry, hasWords, saysTitle: own !== '', pictures, next, named };
    const kind = kindOf({ ...about, isBehindWhole });
    this.isBehindWhole = kind === 'chapter' && isVolumeTitle(title);
    for (const { depth, title: name } of outer) {
      this.endVolumes((volume) => volume.depth >= depth);
      this.beginVolume({ depth, title: name, isBeside: false, isUsed: false }, '');
    }
    const isPart = kind === 'planned' || (kind === 'chapter' && hasWords);
    const staysBeside = isPart && !isVolumeTitle(title);
    this.endVolumes(({ depth, isBeside }) =>
      isBeside && staysBeside ? depth > entry.depth : depth >= entry.depth,
    );
    if (kind === 'volume' || kind === 'opening') {
      const isBeside = !holdsNext(entry, named);
      const { depth } = entry;
      this.beginVolume({ depth, title, isBeside, isUsed: kind === 'opening' }, text);
    }
    if (kind !== 'volume') this.chapter(this.partOf(title, text), kind === 'planned');
  }

  /**
   * A page that says nothing but its title is a title page, unless nothing marks it as one: `夜` may be all of a poem.
   */
  private wordsOf(own: string, entry: ContentsEntry, { next, named }: Neighbours): string {
    const { title } = entry;
    const text = withoutTitle(own, title);
    const isTitlePage =
      this.hasVolumes || isChapter(title) || isFurniture(title) || holdsNext(entry, named);
    return text !== '' || isTitlePage || next?.entry === null ? text : own;
  }

  end(): Part[] {
    this.endVolumes(() => true);
    return this.parts.filter((part) => this.planned.has(part) || withoutHeading(part.text) !== '');
  }
}

/** `bookTitle`: as the book itself says it; null where it does not. */
export const partsOfStretches = (
  stretches: readonly Stretch[],
  bookTitle: string | null,
): Part[] => {
  const hasVolumes = stretches.some(({ entry }) => entry !== null && isVolumeTitle(entry.title));
  const reader = new PartsReader(bookTitle, hasVolumes);
  /** The entry behind each stretch, found from the end. */
  const named: (ContentsEntry | null)[] = [];
  let behind: ContentsEntry | null = null;
  for (let at = stretches.length - 1; at >= 0; at -= 1) {
    named[at] = behind;
    behind = stretches[at]?.outer[0] ?? stretches[at]?.entry ?? behind;
  }
  for (const [at, stretch] of stretches.entries()) {
    reader.read(stretch, stretches[at + 1], named[at] ?? null);
  }
  return reader.end();
};
