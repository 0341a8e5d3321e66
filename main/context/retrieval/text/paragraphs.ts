import type { Span } from './sentences.ts';

export type Paragraph = Span & {
  /** Counted from 1 without headings and scene breaks; those have the number of what follows them. */
  number: number;
  /** In units of a Latin letter; an ideograph says as much as three. */
  weight: number;
  heading: boolean;
  /** A rule or a row of stars: it ends the scene before it. */
  sceneBreak: boolean;
};

const ideographs = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

export const weightOf = (text: string): number =>
  text.length + 2 * (text.match(ideographs)?.length ?? 0);

/** Lines broken by hand at a fixed width: then only an empty line ends a paragraph. */
const isHardWrapped = (lines: readonly string[]): boolean => {
  let broken = 0;
  let joined = 0;
  for (let index = 0; index + 1 < lines.length; index++) {
    const line = lines[index]?.trim() ?? '';
    if (line === '' || (lines[index + 1] ?? '').trim() === '') continue;
    joined++;
    if (line.length < 100 && /[\p{Ll},;-]$/u.test(line)) broken++;
  }
  return joined >= 8 && broken * 2 > joined;
};

const paragraph = (text: string, start: number, end: number, number: number): Paragraph => {
  const body = text.slice(start, end);
  const line = body.trim();
  return {
    start,
    end,
    number,
    weight: weightOf(body),
    heading: /^#{1,6}\s/.test(line),
    sceneBreak: /^([*＊\-_~·•◇◆※＃#]\s*){3,}$/.test(line),
  };
};

/** Paragraphs without the white space around them: a line each, as Chinese novels are typed, or blank-line blocks. */
export const paragraphs = (text: string): Paragraph[] => {
  const lines = text.split('\n');
  const wrapped = isHardWrapped(lines);
  const found: Paragraph[] = [];
  let offset = 0;
  let from = -1;
  let to = -1;
  let number = 1;
  const close = (): void => {
    if (from >= 0) {
      const next = paragraph(text, from, to, number);
      if (!next.heading && !next.sceneBreak) number++;
      found.push(next);
    }
    from = -1;
  };
  for (const line of lines) {
    const body = line.trim();
    if (body === '') close();
    else {
      if (!wrapped || /^#{1,6}\s/.test(body)) close();
      const start = offset + line.indexOf(body);
      if (from < 0) from = start;
      to = start + body.length;
      if (/^#{1,6}\s/.test(body)) close();
    }
    offset += line.length + 1;
  }
  close();
  return found;
};
