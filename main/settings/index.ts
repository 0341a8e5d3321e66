/** Makes the room of the settings. */
import type { Database } from 'better-sqlite3';
import { createForeignWrites } from '#main/db/foreign-writes.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { frozen } from '#shared/frozen.ts';
import { changeSettings } from './change.ts';
import type { SettingsService } from './service.ts';
import { createSettingsStore } from './store.ts';
import { readStored, type StoredSettings } from './stored.ts';

export { followBookLanguage } from './book-language.ts';

export type CreatedSettings = SettingsService & {
  /** What the writer must be told about what was stored. Nobody listens yet when it is found. */
  notices: { code: 'SETTINGS_INVALID'; message: string }[];
};

const describe = (refused: readonly string[]): string =>
  `Some stored settings are not understood and were left out; the others are in use: ${refused.join(', ')}.`;

/**
 * App-wide settings, one row of JSON. `get` answers one frozen object until the next `update`. What is stored
 * and not understood costs only itself: it is named in `notices`, and kept in the database when the row is
 * written next.
 */
export const createSettings = (needs: {
  database: Database;
  events: EventSink;
}): CreatedSettings => {
  const store = createSettingsStore(needs.database);
  const writtenElsewhere = createForeignWrites(needs.database);
  let text = store.read();
  const understand = (): StoredSettings =>
    text === null ? { settings: defaultSettings, refused: [], unknown: {} } : readStored(text);
  let storedSettings = understand();
  let current = frozen(structuredClone(storedSettings.settings));
  let setAside = storedSettings.refused.length > 0 ? text : null;
  /** A command line beside the running desk writes the same row. */
  const refresh = (): void => {
    if (!writtenElsewhere()) return;
    text = store.read();
    storedSettings = understand();
    current = frozen(structuredClone(storedSettings.settings));
  };
  return {
    notices:
      storedSettings.refused.length > 0
        ? [{ code: 'SETTINGS_INVALID', message: describe(storedSettings.refused) }]
        : [],
    get: () => {
      refresh();
      return current;
    },
    update: (change) => {
      refresh();
      const changed = frozen(structuredClone(changeSettings(current, change)));
      store.write(JSON.stringify({ ...storedSettings.unknown, ...changed }), setAside);
      setAside = null;
      current = changed;
      needs.events.emit('settings:changed', { settings: changed });
      return changed;
    },
  };
};
