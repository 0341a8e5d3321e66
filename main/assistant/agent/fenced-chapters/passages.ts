import { isHanUnit } from '#main/base/prose/script.ts';

/**
 * Code units of a passage that is long enough to be recognised: so many where at least half are Han, which say more
 * in less, and so many elsewhere, where twelve letters are any phrase.
 */
const hanWindow = 12;
const otherWindow = 32;

const isSpace = (unit: number): boolean =>
  unit <= 0x20 || unit === 0xa0 || unit === 0x3000 || unit === 0xfeff;

/** A text without white space, where its units stood, and how many of those before each were Han. */
const bare = (text: string): { units: string; places: number[]; han: number[] } => {
  const places: number[] = [];
  const han: number[] = [0];
  let units = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isSpace(unit)) continue;
    units += text[index] ?? '';
    places.push(index);
    han.push((han.at(-1) ?? 0) + (isHanUnit(unit) ? 1 : 0));
  }
  return { units, places, han };
};

const windowAt = ({ units, han }: ReturnType<typeof bare>, index: number): string | null => {
  const count = (han[Math.min(index + hanWindow, units.length)] ?? 0) - (han[index] ?? 0);
  const length = count * 2 >= hanWindow ? hanWindow : otherWindow;
  return index + length > units.length ? null : units.slice(index, index + length);
};

/** Texts whose words must not come back, however lines are broken, numbered or cut in between. */
export type Passages = {
  add(text: string): void;
  /** The text with every line that has part of such a passage replaced by the notice. */
  redact(text: string, notice: string): { text: string; redacted: number };
  /** How much of a text, white space left out, is part of such passages: 0 to 1. */
  shareOf(text: string): number;
};

type Hits = { hit: Uint8Array; count: number };

/** Which code units of a text stand in passages that are known. */
const findHits = (
  known: ReadonlySet<string>,
  read: ReturnType<typeof bare>,
  size: number,
): Hits => {
  /** Where the passage found last ends; hits overlap, so each unit is marked once. */
  const hit = new Uint8Array(size);
  let covered = 0;
  let count = 0;
  for (let index = 0; index < read.units.length; index += 1) {
    const window = windowAt(read, index);
    if (window === null || !known.has(window)) continue;
    for (let at = Math.max(index, covered); at < index + window.length; at += 1) {
      hit[read.places[at] ?? 0] = 1;
      count += 1;
    }
    covered = index + window.length;
  }
  return { hit, count };
};

export const createPassages = (): Passages => {
  const known = new Set<string>();
  return {
    add(text) {
      const read = bare(text);
      for (let index = 0; index < read.units.length; index += 1) {
        const window = windowAt(read, index);
        if (window !== null) known.add(window);
      }
    },
    redact(text, notice) {
      const { hit, count } = findHits(known, bare(text), text.length);
      if (count === 0) return { text, redacted: 0 };
      let start = 0;
      let redacted = 0;
      const lines = text.split('\n').map((line) => {
        const isHit = hit.subarray(start, start + line.length).includes(1);
        start += line.length + 1;
        if (isHit) redacted += 1;
        return isHit ? notice : line;
      });
      return { text: lines.join('\n'), redacted };
    },
    shareOf(text) {
      const read = bare(text);
      return read.units.length === 0
        ? 0
        : findHits(known, read, text.length).count / read.units.length;
    },
  };
};
