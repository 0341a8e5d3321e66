/** Reads JSON as models write it. */
import type { Json } from '#shared/errors.ts';

/** `end`: index behind the value. */
export type ReadJson = { ok: true; value: Json; end: number } | { ok: false; problem: string };

const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** No tool's input comes near it. */
const deepest = 200;

/** Control characters inside a text, as JSON wants them. */
const escaped = (character: string): string => JSON.stringify(character).slice(1, -1);

type Scanned = {
  end: number;
  /** The same value with raw control characters escaped and commas before a closing bracket left out. */
  mended: string;
};

const parsed = (source: string): { ok: true; value: Json } | { ok: false; problem: string } => {
  try {
    return { ok: true, value: JSON.parse(source) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : 'unreadable' };
  }
};

/** Finds where the object or list that begins at `start` ends; a bracket inside a text is none. */
const scan = (text: string, start: number): Scanned | { problem: string } => {
  const open: string[] = [];
  let mended = '';
  /** A comma and what follows it, until it is known whether another value does. */
  let held = '';
  let inText = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (inText) {
      const isEscape = character === '\\';
      if (character === '"') inText = false;
      mended += character < ' ' ? escaped(character) : character;
      if (isEscape) {
        index += 1;
        mended += text[index] ?? '';
      }
      continue;
    }
    const isClosing = character === '}' || character === ']';
    if (isClosing && open.pop() !== character) return { problem: `an unexpected ${character}` };
    if (character === ',' || (held !== '' && /\s/u.test(character))) {
      held += character;
      continue;
    }
    mended += (isClosing && held.trim() === ',' ? '' : held) + character;
    held = '';
    if (character === '"') inText = true;
    const close = closing[character];
    if (close !== undefined) open.push(close);
    if (open.length > deepest) return { problem: 'it is nested too deeply' };
    if (open.length === 0) return { end: index + 1, mended };
  }
  return { problem: inText ? 'a text is not closed with "' : `${open.at(-1) ?? '}'} is missing` };
};

/**
 * Reads the JSON object or list at `start`. Raw line breaks inside texts and commas before a closing bracket are
 * understood, because they can mean one thing only; anything else that is no JSON is a problem.
 */
export const readJson = (text: string, start: number): ReadJson => {
  const scanned = scan(text, start);
  if ('problem' in scanned) return { ok: false, problem: scanned.problem };
  const { end, mended } = scanned;
  const strict = parsed(text.slice(start, end));
  const found = strict.ok ? strict : parsed(mended);
  return found.ok ? { ...found, end } : found;
};
