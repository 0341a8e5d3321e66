/** Finds where a pattern stands in prose. */
import type { Mark, TextPattern } from '../rules/text-pattern.ts';
import { matchSpans, type Span } from '#main/base/prose/span.ts';
import { indexAt, type AnalyzedText, voice } from '../text/voices.ts';

const marks: Readonly<Record<Mark, RegExp>> = {
  // Not the mark that begins a Markdown image.
  exclamation: /[！!](?!\[)/g,
  doubledExclamation: /[！!]{2,}/g,
  ellipsis: /…+|\.{3,}|。{3,}|⋯+/g,
  dash: /[—―⸺]+|(?<=\s)–+(?=\s)|(?<![-\w])--+(?![-\w>])|(?<=\w)--(?=\w)/g,
  question: /[？?]/g,
  semicolon: /[；;]/g,
  colon: /[：:]/g,
  parenthesis: /[（(][^（）()\n]*[)）]?/g,
  tilde: /[～~]+/g,
  digit: /[0-9０-９]+/g,
  latinLetter: /[A-Za-zＡ-Ｚａ-ｚ]+/g,
  emoji: /\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic})*/gu,
};

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Curly and straight apostrophes are the same; runs of white space too. */
const literalExpression = (phrase: string): RegExp => {
  const source = escaped(phrase).replace(/['’]/g, "['’]").replace(/\s+/g, '\\s+');
  const before = /^[\p{Script=Latin}\p{N}]/u.test(phrase) ? '(?<![\\p{Script=Latin}\\p{N}])' : '';
  const after = /[\p{Script=Latin}\p{N}]$/u.test(phrase) ? '(?![\\p{Script=Latin}\\p{N}])' : '';
  return new RegExp(before + source + after, 'giu');
};

const oneHan = /^\p{Script=Han}$/u;
const taggedSpeech =
  /道(?=[：:，,]?\s*[“「『"])|(?<=[”」』"][^。！？!?\n，,“”「」『』]{0,8})道(?=[。，,；;：:]|$)/gmu;
const clause = /[\p{L}\p{M}\p{N}]+/gu;

/** A single Han character counts where it is a word; 道 is meant as the tag of speech, not as in 知道 or as a way. */
const singleHan = (text: string, character: string): Span[] => {
  if (character === '道') return matchSpans(text, taggedSpeech);
  const words = new Intl.Segmenter('zh', { granularity: 'word' });
  const spans: Span[] = [];
  for (const { start, end } of matchSpans(text, clause)) {
    const part = text.slice(start, end);
    if (!part.includes(character)) continue;
    for (const { segment, index } of words.segment(part)) {
      if (segment === character) spans.push({ start: start + index, end: start + index + 1 });
    }
  }
  return spans;
};

/** Between the parts of a pattern. */
const widestGap = 200;

const gapSpans = (analyzed: AnalyzedText, parts: readonly string[]): Span[] => {
  const { text } = analyzed;
  const [first = ''] = parts;
  const spans: Span[] = [];
  for (const { start, end } of matchSpans(text, literalExpression(first))) {
    const sentence = analyzed.sentences[indexAt(analyzed.sentences, start)];
    if (!sentence) continue;
    let at = end;
    for (const part of parts.slice(1)) {
      const rest = text.slice(at, Math.min(sentence.end, at + widestGap));
      const next = literalExpression(part).exec(rest);
      if (!next || /[，,；;：:]/.test(rest.slice(0, next.index))) {
        at = -1;
        break;
      }
      at += next.index + next[0].length;
    }
    if (at > end) spans.push({ start, end: at });
  }
  return spans;
};

/** Where a pattern stands in the prose: not in headings and scene breaks. In text order. */
export const findPatternSpans = (analyzed: AnalyzedText, pattern: TextPattern): Span[] => {
  const spans =
    pattern.kind === 'mark'
      ? matchSpans(analyzed.text, marks[pattern.mark])
      : pattern.kind === 'gap'
        ? gapSpans(analyzed, pattern.parts)
        : oneHan.test(pattern.text)
          ? singleHan(analyzed.text, pattern.text)
          : matchSpans(analyzed.text, literalExpression(pattern.text));
  return spans.filter(({ start }) => analyzed.voices[start] !== voice.heading);
};
