/** Tells for each place of a text whose voice it is. */
import { letterSpans } from './letters.ts';
import { isSceneBreak, splitLines, paragraphsOf } from '#main/base/prose/paragraphs.ts';
import { quotedSpans } from '#main/base/prose/quotation.ts';
import { type Script, scriptOf } from '#main/base/prose/script.ts';
import { sentencesOf } from '#main/base/prose/sentences.ts';
import { matchSpans, type Span } from '#main/base/prose/span.ts';

/** Who speaks at a place of a text. */
export const voice = {
  narration: 0,
  /** Inside quotation marks, or a line that begins with a dash. */
  speech: 1,
  /** Titles of works: 《…》. */
  title: 2,
  /** Letters, block quotations, emphasis, unquoted speech and thoughts. */
  apart: 3,
  heading: 4,
} as const;

/** A text and what every check needs to know of it, found once. */
export type AnalyzedText = {
  text: string;
  script: Script;
  paragraphs: readonly Span[];
  sentences: readonly Span[];
  /** One of {@link voice} for every UTF-16 unit. */
  voices: Uint8Array;
  /** The narration alone: every other unit is a full-width space, so that offsets are those of the text. */
  narration: string;
};

const narrationOf = (text: string, voices: Uint8Array): string => {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && (voices[at] === voice.narration) === (voices[from] === voice.narration))
      continue;
    parts.push(
      voices[from] === voice.narration ? text.slice(from, at) : '\u3000'.repeat(at - from),
    );
    from = at;
  }
  return parts.join('');
};

const heading = /^[ \t]{0,3}#{1,6}(?:[ \t]|$)/;
const dashed = /^[ \t\u3000]*[—–―‒](?![—–―‒ \t]*$)/;
/** A line of verse: clauses of five or of seven characters. */
const verse =
  /^[ \t\u3000]*(?:(?:\p{Script=Han}{5}[，。！？；、]){2,}|(?:\p{Script=Han}{7}[，。！？；、]){2,})[ \t]*$/u;
const titles = /《[^《》\n]{1,80}》|〈[^〈〉\n]{1,80}〉/g;
/** Emphasis of several words is thought or quotation; one stressed word is still the narrator's. */
const emphasis =
  /(?<![*\w])\*(?![*\s])[^*\n]{1,2000}(?<!\s)\*(?![*\w])|(?<![_\w])_(?![_\s])[^_\n]{1,2000}(?<!\s)_(?![_\w])/g;
/** 他说，我明天走。and 他想：我走吧。: speech and thought without marks, to the end of the sentence or line. */
const unquoted =
  /(?<=说|道|想|问|答|喊|叫|写|写着|念|骂|讲|嘀咕|告诉[^，。！？\n]{1,4}|回|忖|寻思|嘟囔|吩咐|觉得|盘算|思量)(?:[：:](?![“「『"])[^\n]*|[，,](?![“「『"])[^。！？!?\n]*)|(?<=(?<!我)(?:说|想|觉得|以为|叫|让))我[^。！？!?\n，,]*/gu;
const unquotedLatin =
  /\b(?:read|reads|wrote|written|ran|said|thought|this|inscription|letter|note|telegram|message|words)\b[^.!?:\n“"]{0,40}:(?![ \t]*[“"‘'])[^\n]*/g;

const fill = (voices: Uint8Array, spans: readonly Span[], value: number): void => {
  for (const { start, end } of spans) {
    for (let at = start; at < end; at += 1) if (voices[at] === voice.narration) voices[at] = value;
  }
};

export const analyzeText = (text: string): AnalyzedText => {
  const script = scriptOf(text);
  const paragraphs = paragraphsOf(text, script);
  const voices = new Uint8Array(text.length);
  const lines = splitLines(text);
  const linesLike = (test: (line: string) => boolean): Span[] =>
    lines.filter(({ start, end }) => test(text.slice(start, end)));

  fill(
    voices,
    linesLike((line) => heading.test(line) || isSceneBreak(line)),
    voice.heading,
  );
  fill(
    voices,
    linesLike((line) => /^[ \t]{0,3}>/.test(line)),
    voice.apart,
  );
  fill(voices, quotedSpans(text, paragraphs, script), voice.speech);
  fill(
    voices,
    linesLike((line) => dashed.test(line)),
    voice.speech,
  );
  fill(
    voices,
    linesLike((line) => verse.test(line)),
    voice.apart,
  );
  fill(voices, letterSpans(text), voice.apart);
  fill(voices, matchSpans(text, titles), voice.title);
  fill(
    voices,
    matchSpans(text, emphasis).filter(({ start, end }) =>
      /[^\w]/.test(text.slice(start + 1, end - 1)),
    ),
    voice.apart,
  );
  const loose = matchSpans(text, script === 'han' ? unquoted : unquotedLatin);
  fill(
    voices,
    loose.filter(({ start }) => voices[start] === voice.narration),
    voice.apart,
  );
  return {
    text,
    script,
    paragraphs,
    sentences: sentencesOf(text),
    voices,
    narration: narrationOf(text, voices),
  };
};

/** Index of the span that holds an offset, in spans that are in order; -1 when none does. */
export const indexAt = (spans: readonly Span[], at: number): number => {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (!span) return -1;
    if (at < span.start) high = middle - 1;
    else if (at >= span.end) low = middle + 1;
    else return middle;
  }
  return -1;
};
