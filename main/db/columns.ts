/** Reads and writes what columns hold, row by row. */
import { z } from 'zod';
import { AppError } from '#shared/errors.ts';

/** A column that holds 0 or 1. */
export const flagColumn = z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1);

/** A text column that holds JSON of the given shape. */
export const jsonColumn = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The same for a column that may be NULL. */
export const nullableJsonColumn = <S extends z.ZodType>(schema: S) => jsonColumn(schema).nullable();

/** For writing {@link nullableJsonColumn}. */
export const toNullableJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** Rows of a list that are as they were written, and the ids of those that are not: one damaged row costs itself alone. */
export type SoundRows<T> = { items: T[]; malformed: string[] };

/** Keeps the sound rows of a list (S3-39). `id` names the column a damaged one is told by. */
export const soundRows = <S extends z.ZodType>(
  schema: S,
  id: string,
  rows: readonly unknown[],
): SoundRows<z.output<S>> => {
  const items: z.output<S>[] = [];
  const malformed: string[] = [];
  for (const row of rows) {
    const parsed = schema.safeParse(row);
    if (parsed.success) items.push(parsed.data);
    else malformed.push(String((row as Record<string, unknown>)[id]));
  }
  return { items, malformed };
};

/** Parses what a statement answered. DATABASE_CORRUPT names table and columns, never the values. */
export const parseRow = <S extends z.ZodType>(
  schema: S,
  table: string,
  row: unknown,
): z.output<S> => {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new AppError('DATABASE_CORRUPT', `A row of ${table} is not as it was written.`, {
    table,
    columns: [...new Set(parsed.error.issues.map((issue) => issue.path.map(String).join('.')))],
  });
};
