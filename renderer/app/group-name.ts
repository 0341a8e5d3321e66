import type { Translate } from '#renderer/i18n/index.ts';

/** A folder's name without the number that orders it: "01 上卷" is shown as 上卷, a path by its last part. */
export function groupName(group: string): string {
  const name = group.slice(group.lastIndexOf('/') + 1);
  return name.replace(/^\d{1,4}[\s._-]+(?=\S)/, '');
}

/** What a volume is called: its folder's name, or a word for the top of the book. */
export const volumeName = (t: Translate, group: string): string =>
  group === '' ? t('binder:noGroup') : groupName(group);
