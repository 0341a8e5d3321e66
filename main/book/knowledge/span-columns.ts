/** Columns that say in which chapters a fact holds: by id, or by the number an earlier version stored. */

const reference = (table: string, column: 'valid_from' | 'valid_to'): string =>
  `coalesce(${table}.${column}_reference, CASE WHEN ${table}.${column} IS NOT NULL
    THEN json_object('chapter', ${table}.${column}) END)`;

export const validFrom = (table: string): string => reference(table, 'valid_from');
export const validTo = (table: string): string => reference(table, 'valid_to');
