import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createReplacementStore } from '#main/book/replace/store.ts';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';

it('offers no replacement of which nobody noted whether it was taken back, and still knows its parts [W2]', () => {
  const database = new BetterSqlite3(':memory:');
  try {
    const before = migrations.filter(({ number }) => number < 74);
    migrate(database, before, () => undefined);
    const part = { kind: 'chapter', id: 'd', snapshotId: 's', hasOriginal: false };
    const versions = { versionBefore: 'a', versionAfter: 'b', places: [] };
    database.exec(`
      INSERT INTO replacements (undo_id, project_id, created_at) VALUES ('old', 'project', 1);
      INSERT INTO replaced_parts (undo_id, part)
        VALUES ('old', '${JSON.stringify({ ...part, ...versions })}')`);
    migrate(database, migrations, () => undefined);
    const store = createReplacementStore(database);
    expect(store.latest('project')).toBe(null);
    expect(store.parts('project', 'old')).toHaveLength(1);
    store.begin('project', 'new', 2);
    store.note('new', {
      kind: 'chapter',
      id: 'd',
      snapshotId: 's',
      hasOriginal: false,
      ...{ ...versions, keepsSynopsis: false, keepsProposal: false },
    });
    store.end('new', 'replaced');
    expect(store.latest('project')).toBe('new');
  } finally {
    database.close();
  }
});
