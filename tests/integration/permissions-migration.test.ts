import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createPermissionStore } from '#main/assistant/agent/permissions/store.ts';
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
  migrate(
    database,
    migrations.filter((migration) => migration.number <= number),
    () => undefined,
  );
  const kept = database
    .prepare('SELECT rule FROM permission_rules ORDER BY sequence')
    .pluck()
    .all();
  expect(kept).toEqual(rules.slice(2).map(([, rule]) => rule));
  database.close();
});

it('what was always allowed in every book goes on in those that are known, and in no later one [F14]', () => {
  const database = new BetterSqlite3(':memory:');
  const number = migrations.find(({ name }) => name === 'permissions-by-book')?.number ?? 0;
  migrate(
    database,
    migrations.filter((migration) => migration.number < number),
    () => undefined,
  );
  database.exec(`
    INSERT INTO projects (project_id, name, language, path, created_at, opened_at)
      VALUES ('one', '一', 'zh-CN', '/one', 1, 1), ('two', '二', 'zh-CN', '/two', 1, 2);
    INSERT INTO permission_rules (rule_id, tool, rule, created_at)
      VALUES ('a', 'Bash', '$ make', 5), ('b', 'web_read', 'a.example', 6);
  `);
  migrate(database, migrations, () => undefined);
  const store = createPermissionStore(database);
  expect(
    store
      .listRules()
      .map(({ projectId, tool, rule, createdAt }) => [projectId, tool, rule, createdAt]),
  ).toEqual([
    ['one', 'Bash', '$ make', 5],
    ['two', 'Bash', '$ make', 5],
    ['one', 'web_read', 'a.example', 6],
    ['two', 'web_read', 'a.example', 6],
  ]);
  expect(store.hasRule({ projectId: 'three', tool: 'Bash', rule: '$ make' })).toBe(false);
  database.close();
});
