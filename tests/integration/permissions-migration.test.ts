import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';

it('standing permissions for whole beginnings are asked for again, those for one command stay [F14]', () => {
  const database = new BetterSqlite3(':memory:');
  const number = migrations.find(({ name }) => name === 'narrow-permissions')?.number ?? 0;
  migrate(
    database,
    migrations.filter((migration) => migration.number < number),
    () => undefined,
  );
  const rules = [
    ['Bash', 'git log …'],
    ['terminal_create', 'npm run …'],
    ['Bash', '$ echo …'],
    ['Bash', '$ make | tail'],
    ['terminal_create', '{"cwd":"a"} $ echo …'],
    ['web_read', 'a.example'],
    ['echo', 'server · echo …'],
  ] as const;
  const insert = database.prepare(
    'INSERT INTO permission_rules (rule_id, tool, rule, created_at) VALUES (?, ?, ?, 1)',
  );
  for (const [tool, rule] of rules) insert.run(rule, tool, rule);
  migrate(database, migrations, () => undefined);
  const kept = database
    .prepare('SELECT rule FROM permission_rules ORDER BY sequence')
    .pluck()
    .all();
  expect(kept).toEqual(rules.slice(2).map(([, rule]) => rule));
  database.close();
});
