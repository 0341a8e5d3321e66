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

/** Any other tool (S4-14): how its text began, and the text's bytes. An error's own words are not said twice. */
export const compressOther = (result: ToolResult): CompressedData => {
  if (isOnlyError(result)) return { data: {}, lost: false };
  const head = cutText(result.text, limits.headCharacters);
  return {
    data: { head: head.value, size: Buffer.byteLength(result.text, 'utf8') },
    lost: head.cut,
  };
};
