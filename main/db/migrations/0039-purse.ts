import type { Migration } from '../migration.ts';

/** What requests to models may cost, what they did, and what is kept for those under way (N12). Money in micros. */
export const purseMigration: Migration = {
  number: 39,
  name: 'purse',
  up(database) {
    database.exec(`
      CREATE TABLE purse_caps (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        caps TEXT NOT NULL
      ) STRICT;
      CREATE TABLE purse_spent (
        day TEXT NOT NULL,
        purpose TEXT NOT NULL,
        currency TEXT NOT NULL,
        priced INTEGER NOT NULL,
        tokens INTEGER NOT NULL,
        micros INTEGER NOT NULL,
        estimated_tokens INTEGER NOT NULL,
        requests INTEGER NOT NULL,
        PRIMARY KEY (day, purpose, currency, priced)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE purse_reservations (
        sequence INTEGER PRIMARY KEY,
        day TEXT NOT NULL,
        purpose TEXT NOT NULL,
        currency TEXT NOT NULL,
        priced INTEGER NOT NULL,
        tokens INTEGER NOT NULL,
        micros INTEGER NOT NULL,
        sent INTEGER NOT NULL,
        owner TEXT NOT NULL
      ) STRICT;
    `);
  },
};
