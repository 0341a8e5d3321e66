import type { Translate } from '#renderer/i18n/index.ts';

/** How much a replacement is: places of the text, and records that are reworded with them. */
export const whatWords = (
  t: Translate,
  { places, records }: { places: number; records: number },
): string => {
  const inRecords = t('replace:inRecords', { count: records });
  if (records === 0) return t('replace:places', { count: places });
  if (places === 0) return inRecords;
  return t('replace:placesAnd', { places: t('replace:places', { count: places }), inRecords });
};

/** How far a replacement or its undo is; no figures before the first chapter. */
export const progressWords = (
  t: Translate,
  step: 'replacing' | 'takingBack',
  { done, total }: { done: number; total: number },
): string =>
  done === 0
    ? t(`replace:progressBegun.${step}`)
    : t(`replace:progress.${step}`, { done, count: total });
