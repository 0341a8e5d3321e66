/** Fields of records that this version does not know: a newer one wrote them, or a person. They stay in the file, and here mean nothing. */
import type { z } from 'zod';
import type { KindSpec } from './kinds.ts';
import { byText, type Fields } from './record-state.ts';

/** What a file says beside the fields of its kind. */
const headFields: ReadonlySet<string> = new Set([
  'fabula',
  'id',
  'path',
  'hash',
  'former',
  'version',
  'lineage',
]);

export const fieldsOfKind = (spec: KindSpec): string[] =>
  Object.keys((spec.schema as unknown as z.ZodObject).shape);

/** In one order on every machine. */
export const foreignFields = (spec: KindSpec, fields: Fields): Fields => {
  const known = new Set(fieldsOfKind(spec));
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => !known.has(field) && !headFields.has(field))
      .toSorted(([one], [other]) => byText(one, other)),
  );
};

export const withoutForeign = (spec: KindSpec, fields: Fields): Fields => {
  const foreign = foreignFields(spec, fields);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in foreign)));
};
