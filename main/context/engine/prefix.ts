import { hash } from 'node:crypto';

/** In one call, which takes a third less than a hash object each: keeping a request in the history takes hundreds. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** S3-16: over the rendered Rules + Settings and nothing else, so no time, id or map order can touch it (S3-18). */
export const hashStablePrefix = (prompt: string, stablePrefixLength: number): string =>
  sha256(prompt.slice(0, stablePrefixLength));
