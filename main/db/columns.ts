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
