import { createHash } from 'node:crypto';

export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

/** S3-16: over the rendered Rules + Settings and nothing else, so no time, id or map order can touch it (S3-18). */
export const hashStablePrefix = (prompt: string, stablePrefixLength: number): string =>
  sha256(prompt.slice(0, stablePrefixLength));
