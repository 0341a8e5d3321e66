/** Reads files that are no chapters. */
import { withPlainLineEnds } from './line-ends.ts';
import type { DecodeText } from './service.ts';
import { decodeFile } from './text-encoding.ts';

/** Text of a file that is no chapter, read as chapters are. */
export const decodeText: DecodeText = (bytes) => {
  const decoded = decodeFile(bytes);
  return decoded === null ? null : withPlainLineEnds(decoded.raw);
};
