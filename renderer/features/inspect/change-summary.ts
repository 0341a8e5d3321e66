import type { AssemblyChange } from '#shared/domain/assembly.ts';
import type { Translate } from '#renderer/i18n/index.ts';

const kinds = ['removed', 'added', 'trimmed', 'edited', 'moved'] as const;

/** Two requests compared in one sentence: how their sizes differ and how many items did what. */
export const changeSentence = (
  t: Translate,
  before: number,
  after: number,
  changes: readonly AssemblyChange[],
): string => {
  if (changes.length === 0 && before === after) return t('inspect:compare.same');
  const difference = after - before;
  const size =
    difference === 0
      ? t('inspect:compare.equal')
      : t(difference < 0 ? 'inspect:compare.smaller' : 'inspect:compare.larger', {
          count: Math.abs(difference),
        });
  const parts = kinds.flatMap((kind) => {
    const count = changes.filter(({ change }) => change === kind).length;
    return count === 0 ? [] : [t(`inspect:compare.${kind}`, { count })];
  });
  if (parts.length === 0) return size;
  return t('inspect:compare.sentence', {
    size,
    changes: parts.join(t('inspect:sentence.comma')),
  });
};

/** `+11`, `−268`, `0`, with a true minus. */
export const signed = (difference: number, language: string): string =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero' })
    .format(difference)
    .replace('-', '−');
