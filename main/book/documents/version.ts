import { createHash } from 'node:crypto';

/** Version of a text with `\n` line ends: its SHA-256, so that equal texts have equal versions everywhere. */
export const versionOf = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('base64url');
