import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admitValues } from '#main/db/admit-values.ts';
import { migrate } from '#main/db/migrate.ts';
import { constraintTypeMigrations, migrations } from '#main/db/migrations/index.ts';
import { ConstraintType } from '#shared/domain/constraint.ts';
import { EntityFacts } from '#shared/domain/knowledge.ts';

let database: Database.Database;
beforeEach(() => {
  database = new Database(':memory:');
  migrate(database, migrations, () => undefined);
});
afterEach(() => database.close());

const insertConstraint = (constraintId: string, type: string) =>
  database
    .prepare(
      `INSERT INTO constraints (constraint_id, project_id, type, text, source, priority, enabled,
         token_count, version, created_at, updated_at)
       VALUES (?, 'p', ?, 'x', 'user', 0, 1, 1, 1, 0, 0)`,
    )
    .run(constraintId, type);

describe('what the domain knows has its place in the database', () => {
  it('has a column for every fact of an entry', () => {
    const columns = database.pragma('table_info(entities)') as { name: string }[];
    const names = columns.map(({ name }) => name.replace(/_([a-z])/g, (_, at) => at.toUpperCase()));
    expect(names).toEqual(expect.arrayContaining(EntityFacts.keyof().options));
  });

  it('holds constraints of every type, each by a migration of the list', () => {
    for (const type of ConstraintType.options) {
      insertConstraint(type, type);
      expect(migrations).toContain(constraintTypeMigrations[type]);
    }
    expect(() => insertConstraint('another', 'another')).toThrow(/CHECK/);
  });

  it('learns another type and keeps rows, order and indexes', () => {
    for (const type of ConstraintType.options) insertConstraint(type, type);
    const rowsOf = () => database.prepare('SELECT * FROM constraints ORDER BY sequence').all();
    const indexesOf = () =>
      database
        .prepare(
          "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'constraints' ORDER BY name",
        )
        .all();
    const before = { rows: rowsOf(), indexes: indexesOf() };
    admitValues(database, {
      table: 'constraints',
      column: 'type',
      values: [...ConstraintType.options, 'dialogue'],
    });
    expect({ rows: rowsOf(), indexes: indexesOf() }).toEqual(before);
    insertConstraint('new', 'dialogue');
    expect(() => insertConstraint('another', 'another')).toThrow(/CHECK/);
    expect(() =>
      admitValues(database, { table: 'constraints', column: 'text', values: ['x'] }),
    ).toThrow('constraints.text has no closed list of values');
  });
});
