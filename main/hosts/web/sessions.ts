/** What lets pages in: secrets of a session each, given for the start token or for a code that is good once. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#main/platform.ts';

/** Ms a code waits for the browser that was opened with it. */
const codeLife = 120_000;
/** The oldest ends when there are more: a page that was reloaded for weeks leaves many. */
const maxSessions = 100;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that tells nothing about where they differ. */
export const sameSecret = (presented: string, expected: string): boolean =>
  timingSafeEqual(digest(presented), digest(expected));

export type Sessions = {
  /** A code that opens one session within two minutes: other programs may read what a browser is started with. */
  newCode(): string;
  /** The secret of a new session; null for a code that is wrong, used or late. */
  exchange(code: string): string | null;
  /** The secret of a new session, for whoever knows the start token. */
  open(): string;
  /** Whether a secret is the start token or that of a session. */
  admits(secret: string): boolean;
};

const fresh = (): string => randomBytes(32).toString('base64url');

export const createSessions = (token: string, clock: Clock): Sessions => {
  const codes = new Map<string, number>();
  const sessions: string[] = [];
  const open = (): string => {
    const secret = fresh();
    sessions.push(secret);
    if (sessions.length > maxSessions) sessions.shift();
    return secret;
  };
  return {
    newCode() {
      const code = fresh();
      codes.set(code, clock.now() + codeLife);
      return code;
    },
    exchange(presented) {
      for (const [code, until] of codes) {
        if (!sameSecret(presented, code)) continue;
        codes.delete(code);
        return clock.now() < until ? open() : null;
      }
      return null;
    },
    open,
    admits: (secret) =>
      [token, ...sessions].filter((known) => sameSecret(secret, known)).length > 0,
  };
};
