import { z } from 'zod';
import type { Migration } from '../migration.ts';

const Profiles = z.array(z.object({ id: z.string(), baseUrl: z.string() }));

/** Which address a key of the environment was given for: that of the profile it belongs to by now. */
export const keyOriginsMigration: Migration = {
  number: 32,
  name: 'key-origins',
  up(database) {
    database.exec(`
      CREATE TABLE key_origins (
        variable TEXT PRIMARY KEY,
        origin TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
    const claim = database.prepare('INSERT OR IGNORE INTO key_origins VALUES (?, ?)');
    const profiles = database
      .prepare('SELECT profile_id AS id, base_url AS baseUrl FROM model_profiles ORDER BY sequence')
      .all();
    for (const { id, baseUrl } of Profiles.parse(profiles)) {
      const variable = `FABULA_API_KEY_${id.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`;
      if (URL.canParse(baseUrl)) claim.run(variable, new URL(baseUrl).origin);
    }
  },
};
