/**
 * Makes characters visible that act on a reader without being seen: terminal escapes, overrides of the writing
 * direction, invisible tags. What comes from programs, servers and pages passes here before a model, a terminal or a
 * page gets it.
 */
import type { Json } from '#shared/errors.ts';

/** Tab, line feed and a carriage return before one are text. So are the tags of a flag, few as they are. */
const flag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;
const invisible =
  /(?![\t\n\r])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e007f}]|\r(?!\n)/gu;

const lastPicture = 0x1f;
const deletePicture = '\u2421';

/** `␛` for an escape, `\u202E` for what has no picture. */
const picture = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code <= lastPicture) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return deletePicture;
  const digits = code.toString(16).toUpperCase().padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
};

/** The same text with every invisible character that acts as a visible one. Text without any comes back as it is. */
export const showControls = (text: string): string => {
  if (text.search(invisible) === -1) return text;
  let shown = '';
  let last = 0;
  for (const { 0: whole, index } of text.matchAll(flag)) {
    shown += text.slice(last, index).replace(invisible, picture) + whole;
    last = index + whole.length;
  }
  return shown + text.slice(last).replace(invisible, picture);
};

/** {@link showControls} for every text in a value, keys among them. */
export const showControlsIn = <V extends Json>(value: V): V => showIn(value) as V;

const showIn = (value: Json): Json => {
  if (typeof value === 'string') return showControls(value);
  if (Array.isArray(value)) return value.map(showIn);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [showControls(key), showIn(inner)]),
  );
};

/** For a text that comes in pieces: what one piece leaves open is held until the next. */
export type ControlFilter = {
  push(text: string): string;
  end(): string;
};

/** A flag's tags, and a carriage return whose line feed may come next. */
const open =
  /(?:\r|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{0,6}[\ud800-\udbff]?|[\ud800-\udbff])$/u;

/** {@link showControls} of a stream: the pieces together are what the whole text would be. */
export const createControlFilter = (): ControlFilter => {
  let held = '';
  return {
    push(text) {
      const all = held + text;
      held = open.exec(all)?.[0] ?? '';
      return showControls(all.slice(0, all.length - held.length));
    },
    end() {
      const rest = held;
      held = '';
      return showControls(rest);
    },
  };
};
