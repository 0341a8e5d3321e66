/** How much of the book is spoken, and where nobody speaks for long. */
import type { Book, BookChapter } from '../book.ts';
import type { DraftLine, MakeSection } from '../section.ts';

/** So many words (F23) without speech are a long silence. */
const longSilence = { han: 1200, latin: 700 };
const maxSilences = 40;

const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;

type Told = {
  spoken: number;
  all: number;
  silences: { start: number; end: number; length: number }[];
};

/** Walks through the words beside the quotations; both stand in order. */
const listen = ({ units }: Book, { tokens, prose }: BookChapter): Told => {
  const { speech, starts, ends } = prose;
  const told: Told = { spoken: 0, all: 0, silences: [] };
  let quote = 0;
  let silence = { start: starts[0] ?? 0, end: 0, length: 0 };
  for (const [at, token] of tokens.entries()) {
    const start = starts[at] ?? 0;
    const length = units[token] ?? 0;
    told.all += length;
    while (quote < speech.length && (speech[quote + 1] ?? 0) <= start) quote += 2;
    if (quote < speech.length && (speech[quote] ?? 0) <= start) {
      told.spoken += length;
      if (silence.length > 0) {
        told.silences.push(silence);
        silence = { start, end: start, length: 0 };
      }
    } else {
      if (silence.length === 0) silence.start = start;
      silence.end = ends[at] ?? 0;
      silence.length += length;
    }
  }
  if (silence.length > 0) told.silences.push(silence);
  return told;
};

export const makeDialogue: MakeSection = (book) => {
  const told = book.chapters.map((chapter) => listen(book, chapter));
  const silences = told
    .flatMap(({ silences: here }, chapter) => here.map((one) => ({ ...one, chapter })))
    .filter(
      ({ length, chapter }) =>
        length >= longSilence[book.chapters[chapter]?.prose.script ?? 'latin'],
    )
    .sort((one, other) => other.length - one.length)
    .slice(0, maxSilences)
    .map(
      ({ chapter, start, end, length }): DraftLine => ({
        remark: 'withoutSpeech',
        figures: { length },
        places: [chapter, start, end],
      }),
    );
  const chapters = told.flatMap(({ spoken, all }, chapter): DraftLine[] => {
    const { prose } = book.chapters[chapter] ?? {};
    if (all === 0 || prose === undefined) return [];
    // It opens at the first words that are spoken, else where the chapter begins.
    const [start, end] = prose.speech.length > 0 ? prose.speech : [prose.starts[0], prose.ends[0]];
    return [
      {
        remark: 'chapterSpeech',
        label: '',
        figures: { share: percent(spoken, all) },
        places: [chapter, start ?? 0, end ?? 0],
      },
    ];
  });
  const sum = (part: (one: Told) => number): number =>
    told.reduce((total, one) => total + part(one), 0);
  return {
    lines: [...silences, ...chapters],
    figures: {
      share: percent(
        sum(({ spoken }) => spoken),
        sum(({ all }) => all),
      ),
    },
  };
};
