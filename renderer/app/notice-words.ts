import { ErrorCode } from '#shared/errors.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { HostNotice } from './host-notices.ts';

/** What a word of the program says, by its code. `titles`: the chapters it is about. */
export const noticeWords = (
  t: Translate,
  notice: HostNotice,
  titles: string,
): { what: string; next: string } => {
  const own = {
    SETTINGS_INVALID: t('app:hostNotices.settings', { returnObjects: true }),
    PROJECT_FILE_INVALID: t('app:hostNotices.projectFile', { returnObjects: true }),
    DISK_FULL: t('app:hostNotices.history', { returnObjects: true }),
    DATABASE_CORRUPT: t('app:hostNotices.databaseDamaged', { returnObjects: true }),
    DATABASE_RESTORED: t('app:hostNotices.databaseRestored', { returnObjects: true }),
    DATABASE_LOST: t('app:hostNotices.databaseLost', { returnObjects: true }),
    DATABASE_CHANGES_LOST: t('app:hostNotices.databaseChangesLost', { returnObjects: true }),
    DATABASE_DAMAGED: t('app:hostNotices.databaseFailing', { returnObjects: true }),
    DATABASE_BACKUP_FAILED: t('app:hostNotices.databaseBackup', { returnObjects: true }),
    DOCUMENT_FENCED: t('app:hostNotices.fenced', { returnObjects: true }),
    SCENE_MAYBE_TWICE: t('app:hostNotices.sceneTwice', { returnObjects: true, titles }),
    DOCUMENT_UNREADABLE: t('app:hostNotices.journal', { returnObjects: true }),
  };
  // Else it is the desktop's, in the writer's language.
  const general = ErrorCode.safeParse(notice.code).success
    ? failureWords(t, failureOf({ ...notice }))
    : { what: t('app:hostNotices.note'), next: notice.message };
  return Object.entries(own).find(([code]) => code === notice.code)?.[1] ?? general;
};
