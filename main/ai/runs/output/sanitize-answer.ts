/** Takes wrappings and echoes off an answer, or refuses it. */
import type { OutputRules } from '#shared/domain/skill.ts';
import type { OutputNote } from '#shared/domain/run.ts';

export type SanitizedAnswer =
  | { ok: true; text: string; notes: OutputNote[] }
  | { ok: false; code: 'MODEL_ANSWER_EMPTY' | 'MODEL_ANSWER_UNUSABLE' };

export type SanitizeContext = {
  rules: OutputRules;
  /** Text before the place, as it was sent: an answer often begins by repeating its end. */
  before: string;
  /** What the skill worked on; '' when there was nothing. */
  passage: string;
  /** The task's words, as they were sent. */
  instruction: string;
  /** The answer goes into the manuscript. */
  isProse: boolean;
};

const fenced = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*$/u;
const unclosedFence = /^\s*(?:`{3,}|~{3,})[^\n]*\n/u;

const withoutFence = (text: string): string => {
  const whole = fenced.exec(text.trimEnd());
  if (whole) return whole[2] ?? '';
  return text.replace(unclosedFence, '');
};

const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
const tag =
  /<\/?(?:p|br|div|span|em|strong|b|i|u|h[1-6]|ul|ol|li|blockquote|html|body|article|section|hr)(?:\s[^<>]*)?\/?>/giu;

/** Paragraph tags become blank lines, emphasis its Markdown, the rest goes; only when there are tags at all. */
const withoutHtml = (text: string): string => {
  if (text.search(tag) === -1) return text;
  return text
    .replace(/<\s*br\s*\/?>/giu, '\n')
    .replace(/<\/(?:p|div|h[1-6]|li|blockquote)>/giu, '\n\n')
    .replace(/<\/?(?:strong|b)(?:\s[^<>]*)?>/giu, '**')
    .replace(/<\/?(?:em|i)(?:\s[^<>]*)?>/giu, '*')
    .replace(tag, '')
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/gu, (entity) => entities[entity] ?? entity)
    .replace(/\n{3,}/gu, '\n\n');
};

/** Thoughts some models write into the answer itself. */
const withoutThoughts = (text: string): string =>
  text.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/iu, '');

/** Shorter repetitions happen in good prose. */
const minEchoLength = 16;

/** The length of the longest end of `before` that `text` begins with. */
const overlap = (before: string, text: string): number => {
  const maxOverlap = Math.min(before.length, text.length);
  for (let length = maxOverlap; length >= minEchoLength; length -= 1) {
    if (before.endsWith(text.slice(0, length))) return length;
  }
  return 0;
};

/** Overlaps are looked for in so much of the end; an answer that repeats more repeats that as well. */
const echoWindow = 4000;

const withoutEcho = (text: string, context: SanitizeContext): string => {
  const trimmed = text.trimStart();
  const length = overlap(context.before.trimEnd().slice(-echoWindow), trimmed.slice(0, echoWindow));
  return length === 0 ? text : trimmed.slice(length);
};

const limitOf = ({ rules, passage }: SanitizeContext): number => {
  const byRatio =
    rules.maxRatio === null || passage === ''
      ? Number.POSITIVE_INFINITY
      : Math.max(400, Math.ceil(passage.length * rules.maxRatio));
  return Math.min(byRatio, rules.maxCharacters ?? Number.POSITIVE_INFINITY);
};

const sentenceEnd = /[。！？!?…]["'”’」』）)]*|\.["'”’)]*(?=\s)|\n/gu;

/** Cut after the last whole sentence within the limit. */
const cutTo = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const last = [...head.matchAll(sentenceEnd)].at(-1);
  const end = last ? last.index + last[0].length : limit;
  const isTorn = /[\ud800-\udbff]$/u.test(head.slice(0, end));
  return head.slice(0, isTorn ? end - 1 : end);
};

const normal = (text: string): string => text.replace(/[\s\p{P}]+/gu, '');

const isRepeated = (text: string, { instruction, passage, isProse }: SanitizeContext): boolean => {
  const said = normal(text);
  if (said === '') return false;
  const asked = normal(instruction);
  if (asked.length >= minEchoLength && said.includes(asked) && said.length < asked.length * 2) {
    return true;
  }
  // The same passage given back is no rewriting, but a polish that finds nothing is an answer.
  return !isProse && passage.length >= minEchoLength && said === normal(passage);
};

/**
 * What may be offered of an answer. Pure. Wrappings are taken off and said so; nothing is taken off silently,
 * and nothing else is changed. An answer of nothing, or of the request's own words, is none.
 */
export const sanitizeAnswer = (answer: string, context: SanitizeContext): SanitizedAnswer => {
  const notes: OutputNote[] = [];
  const step = (text: string, change: (text: string) => string, note: OutputNote): string => {
    const changed = change(text);
    if (changed !== text) notes.push(note);
    return changed;
  };
  let text = withoutThoughts(answer).replaceAll('\r\n', '\n').replaceAll('\0', '');
  text = step(text, withoutFence, 'fenceRemoved');
  if (context.isProse) text = step(text, withoutHtml, 'htmlRemoved');
  text = step(text, (now) => withoutEcho(now, context), 'echoRemoved');
  if (text.trim() === '') {
    return {
      ok: false,
      code: notes.includes('echoRemoved') ? 'MODEL_ANSWER_UNUSABLE' : 'MODEL_ANSWER_EMPTY',
    };
  }
  if (isRepeated(text, context)) return { ok: false, code: 'MODEL_ANSWER_UNUSABLE' };
  text = step(text, (now) => cutTo(now, limitOf(context)), 'cutToLength');
  return { ok: true, text, notes };
};
