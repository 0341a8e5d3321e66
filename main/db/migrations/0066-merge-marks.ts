import type { Migration } from '../migration.ts';

/** Which chapters hold two versions of a passage, as git leaves them when it could not join the two (B4). */
export const mergeMarksMigration: Migration = {
  number: 66,
  name: 'marks of git in chapters',
  up(database) {
    database.exec(`
      ALTER TABLE documents ADD COLUMN merge_marks INTEGER NOT NULL DEFAULT 0;
      -- All are looked at anew: no file has an empty inode.
      UPDATE documents SET inode = '';
    `);
  },
};
