import type { Database } from 'better-sqlite3';

/** One forward step of the schema. `number` is the `user_version` it leads to; it never changes once shipped. */
export type Migration = {
  readonly number: number;
  readonly name: string;
  up(database: Database): void;
};
