/** What is too much of a text: nothing is cut, the writer is told and shortens it (W4). */
import { useWords } from '#renderer/i18n/index.ts';

/** UTF-16 units; what stands around the text is not kept, and counts as nothing. */
export const excessOf = (text: string, longest: number): number =>
  Math.max(0, text.trim().length - longest);

export const isTooLong = (text: string, longest: number): boolean => excessOf(text, longest) > 0;

/** The line below a field; undefined where all of its text can be kept. */
export function useTooLongWords(
  text: string | undefined,
  longest: number | undefined,
): string | undefined {
  const { t } = useWords();
  const count = longest === undefined ? 0 : excessOf(text ?? '', longest);
  return count === 0 ? undefined : t('app:tooLong', { count, longest });
}
