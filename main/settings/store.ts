/** The row of the settings. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseRow } from '#main/db/columns.ts';

const Row = z.object({ value: z.string() }).optional();

export type SettingsStore = {
  read(): string | null;
  /** With `setAside` the value that stood there before is kept beside the new one. */
  write(value: string, setAside: string | null): void;
};

export const createSettingsStore = (database: Database): SettingsStore => {
  const select = database.prepare('SELECT value FROM settings WHERE id = 1');
  const upsert = database.prepare(`
    INSERT INTO settings (id, value, set_aside) VALUES (1, @value, @setAside)
    ON CONFLICT (id) DO UPDATE SET
      value = excluded.value,
      set_aside = coalesce(excluded.set_aside, settings.set_aside)
  `);
  return {
    read: () => parseRow(Row, 'settings', select.get())?.value ?? null,
    write: (value, setAside) => {
      upsert.run({ value, setAside });
    },
  };
};
