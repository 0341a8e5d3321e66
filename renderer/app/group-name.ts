import { volumeTitle } from '#shared/volumes.ts';
import type { Translate } from '#renderer/i18n/index.ts';

/** What a volume is called: its folder's name, or a word for the top of the book. */
export const volumeName = (t: Translate, group: string): string =>
  group === '' ? t('binder:noGroup') : volumeTitle(group);
