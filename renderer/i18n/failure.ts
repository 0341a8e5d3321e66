import { ErrorCode, type Json } from '#shared/errors.ts';
import type { Translate } from './index.ts';
import { changedWords } from './changed-words.ts';
import { excessIn, excessWords } from './purse-words.ts';

/** What a failed call threw, whatever it threw. Anything without a known code is `INTERNAL`. */
export type Failure = { code: ErrorCode; message: string; details: Record<string, Json> };

const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (!isRecord(error)) return { code: 'INTERNAL', message, details: {} };
  const code = ErrorCode.safeParse(error.code);
  const details = isRecord(error.details) ? error.details : {};
  return { code: code.success ? code.data : 'INTERNAL', message, details };
}

const maxQuoted = 300;

/** What the model's provider itself said, where it said something: nobody knows the cause better. */
const providerWords = (t: Translate, { provider }: Failure['details']): string => {
  if (typeof provider !== 'string' || provider.trim() === '') return '';
  const signs = [...provider.trim()];
  const words = signs.slice(0, maxQuoted).join('');
  return t('app:providerSaid', { words: signs.length > maxQuoted ? `${words}…` : words });
};

/** Where a new book would go that cannot be made: the writer did not name the folder, and no text of it is open. */
const nextWords = (t: Translate, code: ErrorCode, { path }: Failure['details']): string =>
  code === 'PROJECT_FOLDER_UNWRITABLE' &&
  typeof path === 'string' &&
  /^(?:[/\\]|[A-Za-z]:)/.test(path)
    ? t('app:newFolderUnwritable', { path })
    : t(`errors:${code}.next`);

/** Why a request that a cap refuses was to be sent again. */
const failedBeforeWords = (t: Translate, { failedBefore }: Failure['details']): string => {
  const code = ErrorCode.safeParse(failedBefore);
  return code.success
    ? t('purse:excess.failedBefore', { what: t(`errors:${code.data}.what`) })
    : '';
};

/** What happened, and that the text is safe and what to do. */
export const failureWords = (
  t: Translate,
  { code, details }: { code: ErrorCode; details?: Failure['details'] | undefined },
): { what: string; next: string } => {
  const known = details ?? {};
  const changed = code === 'FIELD_CHANGED' ? changedWords(t, known) : null;
  if (changed !== null) {
    return { what: changed.what, next: changed.next ?? t(`errors:${code}.next`) };
  }
  const excess = code === 'PURSE_EXCEEDED' ? excessIn(details) : null;
  return {
    what: t(`errors:${code}.what`),
    next:
      excess === null
        ? `${nextWords(t, code, known)}${providerWords(t, known)}`
        : `${excessWords(t, excess)}${failedBeforeWords(t, known)}`,
  };
};
