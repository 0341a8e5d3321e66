/** A line as RE2 should see it, whatever its bytes. */
import { unitLength } from '../reading/utf8.ts';

const replacement = '\ufffd';
/** Lone low surrogates stand for single bytes that are no UTF-8; no pattern of ours matches one. */
const strayBase = 0xdc00;

const decodeStrays = (bytes: Buffer): string => {
  let text = '';
  let clean = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : unitLength(bytes, at);
    const whole = lead < 0x80 || (length > 1 && length === (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4));
    if (whole) {
      at += length;
      continue;
    }
    text += bytes.toString('utf8', clean, at);
    for (let end = at + length; at < end; at += 1)
      text += String.fromCharCode(strayBase + (bytes[at] ?? 0));
    clean = at;
  }
  return text + bytes.toString('utf8', clean, bytes.length);
};

/** A line as RE2 should see it: what ripgrep cannot match, it cannot either. */
export const toMatchable = (bytes: Buffer): string => {
  const text = bytes.toString('utf8', 0, bytes.length);
  return text.includes(replacement) ? decodeStrays(bytes) : text;
};

/** How many bytes of the line the first `length` code units stand for. */
export const matchableBytes = (text: string, length: number): number => {
  let bytes = 0;
  for (const character of text.slice(0, length)) {
    const point = character.codePointAt(0) ?? 0;
    const stray = point >= 0xdc00 && point <= 0xdfff;
    bytes += point < 0x80 || stray ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};
