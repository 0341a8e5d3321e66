import type { Migration } from '../migration.ts';

/** Where the words of a message come from, as JSON; NULL of those that were kept before anybody noted it. */
export const messageProvenanceMigration: Migration = {
  number: 15,
  name: 'message-provenance',
  up(database) {
    database.exec('ALTER TABLE conversation_messages ADD COLUMN provenance TEXT');
  },
};
