/** What the writer is told about the database at the start. */
import type { Start } from './choose-start.ts';

export type StartNotice = {
  code:
    | 'DATABASE_CORRUPT'
    | 'DATABASE_RESTORED'
    | 'DATABASE_LOST'
    | 'DATABASE_CHANGES_LOST'
    | 'DATABASE_READ_ONLY';
  message: string;
};

const changesLost: StartNotice = {
  code: 'DATABASE_CHANGES_LOST',
  message: 'The latest changes of the last sitting are not in the database.',
};

/** @param aside where what was there before is kept; null when there was nothing */
export const noticesOf = (start: Start<unknown>, aside: string | null): StartNotice[] => {
  const kept = aside === null ? '' : ` What was there is kept as ${aside}.`;
  switch (start.use) {
    case 'database':
      return start.changesLost ? [changesLost] : [];
    case 'empty':
      if (start.because === 'first') return [];
      return [
        {
          code: 'DATABASE_LOST',
          message: `Neither the database nor a backup could be read; a new one was begun.${kept}`,
        },
      ];
    case 'backup': {
      const restored: StartNotice =
        start.because === 'damaged'
          ? {
              code: 'DATABASE_CORRUPT',
              message: `The database was damaged; the last backup is in use.${kept}`,
            }
          : {
              code: 'DATABASE_RESTORED',
              message: `The database was ${start.because === 'absent' ? 'gone' : 'older than its backup'}; the backup is in use.${kept}`,
            };
      return start.changesLost ? [restored, changesLost] : [restored];
    }
  }
};
