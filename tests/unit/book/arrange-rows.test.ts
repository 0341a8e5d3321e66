import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createArrangeRows } from '#main/book/arrange-rows.ts';

it('rows stand in the order asked for, others stay where they were, whatever is asked [B5]', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  fc.assert(
    fc.property(fc.shuffledSubarray([...ids, 'unknown']), (asked) => {
      const database = new BetterSqlite3(':memory:');
      database.exec(
        'CREATE TABLE things (sequence INTEGER PRIMARY KEY AUTOINCREMENT, project_id TEXT, id TEXT)',
      );
      const insert = database.prepare('INSERT INTO things (project_id, id) VALUES (?, ?)');
      for (const id of ids) {
        insert.run('book', id);
        insert.run('other', id);
      }
      createArrangeRows(database, 'things', 'id')('book', asked);
      const list = (project: string): unknown[] =>
        database
          .prepare('SELECT id FROM things WHERE project_id = ? ORDER BY sequence')
          .pluck()
          .all(project);
      const rest = [...asked.filter((id) => id !== 'unknown')];
      expect(list('book')).toEqual(ids.map((id) => (asked.includes(id) ? rest.shift() : id)));
      expect(list('other')).toEqual(ids);
      database.close();
    }),
  );
});
