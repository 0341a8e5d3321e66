/** Looks at a pattern one code point at a time. */
import { AppError } from '#shared/errors.ts';

/** CONTEXT_FILE_PATTERN_INVALID: why, and at which character from 0. */
export const patternInvalid = (reason: string, at: number): AppError =>
  new AppError('CONTEXT_FILE_PATTERN_INVALID', `The pattern cannot be searched for: ${reason}.`, {
    reason,
    at,
  });

/** A look at the pattern, one code point at a time. */
export type Reader = {
  readonly at: number;
  readonly done: boolean;
  peek(ahead?: number): string;
  next(): string;
  /** Takes `text` if it comes next. */
  take(text: string): boolean;
  /** Takes everything up to and with `end`; null when it never comes. */
  until(end: string): string | null;
};

export const createReader = (text: string): Reader => {
  const points = Array.from(text);
  let at = 0;
  const comes = (wanted: string): boolean =>
    Array.from(wanted).every((point, ahead) => points[at + ahead] === point);
  return {
    get at() {
      return at;
    },
    get done() {
      return at >= points.length;
    },
    peek: (ahead = 0) => points[at + ahead] ?? '',
    next() {
      const point = points[at] ?? '';
      at += 1;
      return point;
    },
    take(wanted) {
      if (!comes(wanted)) return false;
      at += Array.from(wanted).length;
      return true;
    },
    until(end) {
      const found = points.indexOf(end, at);
      if (found < 0) return null;
      const taken = points.slice(at, found).join('');
      at = found + 1;
      return taken;
    },
  };
};
