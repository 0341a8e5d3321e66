import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate, schemaVersion } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { openConversations, projectId, round } from '#tests/helpers/conversations.ts';

it('a data folder from before conversations gets their tables, every row keyed by project [S4-04 S3-41]', async () => {
  const at = mkdtempSync(join(tmpdir(), 'fabula-migration-'));
  try {
    const file = join(at, 'old.sqlite');
    const old = new BetterSqlite3(file);
    migrate(
      old,
      migrations.filter(({ number }) => number < 10),
      () => undefined,
    );
    expect(schemaVersion(old)).toBe(9);
    let backedUp = 0;
    migrate(old, migrations, () => {
      backedUp += 1;
    });
    expect(backedUp).toBe(1);
    const tables = old
      .prepare(
        `SELECT name, strict FROM pragma_table_list
         WHERE schema = 'main' AND name LIKE 'conversation%' ORDER BY name`,
      )
      .all();
    expect(tables).toEqual(
      ['conversation_messages', 'conversation_offloads', 'conversation_turns', 'conversations'].map(
        (name) => ({ name, strict: 1 }),
      ),
    );
    for (const table of ['conversation_messages', 'conversation_offloads', 'conversation_turns']) {
      const columns = old.prepare(`SELECT name FROM pragma_table_info(?)`).pluck().all(table);
      expect(columns).toEqual(expect.arrayContaining(['project_id', 'conversation_id']));
    }
    old.close();
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
});

it('the database holds no two turns under way in one conversation, and no message without one [S3-41]', async () => {
  const world = openConversations();
  try {
    const { conversationId } = world.service.create({ projectId });
    await round(world.service, conversationId, '问', '答');
    const running = world.database.prepare(
      `INSERT INTO conversation_turns (turn_id, conversation_id, project_id, state, owner, seen_at, started_at)
       VALUES (?, ?, 'p', 'running', '{}', 0, 0)`,
    );
    running.run('t1', conversationId);
    expect(() => running.run('t2', conversationId)).toThrow(/UNIQUE/);
    expect(() => running.run('t3', 'nowhere')).toThrow(/FOREIGN KEY/);
  } finally {
    await world.close();
  }
});
