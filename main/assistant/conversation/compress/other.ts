/** What history keeps of any other tool's result. */
import type { ToolResult } from '../service.ts';
import { cutText } from './cut.ts';
import type { CompressedData } from './family.ts';
import { limits } from './limits.ts';

/** A failure's text that says nothing but its code and message. */
const isOnlyError = ({ text, error }: ToolResult): boolean =>
  error !== undefined &&
  text
    .replace(error.message, '')
    .replace(error.code, '')
    .replace(/error|[\s:]/giu, '') === '';

/** Of the whole: a tool whose output became a file says so itself, for its text is only the beginning. */
const wholeSize = ({ text, data }: ToolResult): number =>
  Math.max(typeof data.bytes === 'number' ? data.bytes : 0, Buffer.byteLength(text, 'utf8'));

/** Any other tool (S4-14): how its text began, and the bytes of all of it. An error's own words are not said twice. */
export const compressOther = (result: ToolResult): CompressedData => {
  if (isOnlyError(result)) return { data: {}, lost: false };
  const head = cutText(result.text, limits.headCharacters);
  return {
    data: { head: head.value, size: wholeSize(result) },
    lost: head.cut,
  };
};
