/** A record as the text of a file a person can read and edit; what comes back is not trusted (B6, B7). */
import { holdsMergeMarks } from '#main/base/text/merge-marks.ts';
import { parseDocument, stringify } from 'yaml';
import { z } from 'zod';
import { RecordId } from '#shared/domain/identifiers.ts';
import { fieldsOfKind, foreignFields } from './foreign-fields.ts';
import type { KindSpec } from './kinds.ts';
import { type Fields, isSameValue, maxLineage, type RecordState, stateOf } from './record-state.ts';

/** Where a chapter's file was and what it held when its record was written: by that it is found again. */
export type Hints = { path: string; hash: string };

/** Paths the chapter's file had before, on whichever machine: who has it at one of them has only not followed yet. */
export type Former = readonly string[];
export const maxFormer = 16;

export type RecordText = {
  id: string;
  state: RecordState;
  hints: Hints | null;
  former?: Former;
  /** The version a person edited by hand; null when the program wrote it. */
  editedVersion: string | null;
};

const Version = z.string().regex(/^[0-9a-f]{12}$/);
const Head = z.object({
  id: RecordId,
  version: Version,
  lineage: z.array(Version).max(64).default([]),
  path: z.string().min(1).max(4096).optional(),
  hash: z.string().min(1).max(200).optional(),
  former: z.array(z.string().min(1).max(4096)).max(maxFormer).default([]),
});

const markerKey = 'fabula';
const border = '---\n';

type RelationInFile = { id: string } & Fields;

/** In the file a list reads better than keys that are ids. */
const toList = (relations: unknown): RelationInFile[] =>
  Object.entries((relations ?? {}) as Record<string, Fields>)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, relation]) => ({ id, ...relation }));

const toMap = (relations: unknown): Record<string, unknown> =>
  Object.fromEntries(
    z
      .array(z.looseObject({ id: RecordId }))
      .parse(relations)
      .map(({ id, ...relation }) => [
        id,
        { validFrom: null, validTo: null, fence: null, ...relation },
      ]),
  );

/** Without what is as it usually is: the file shows what was decided. */
const withoutDefaults = (value: Fields, defaults: Fields): Fields =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([field, member]) => !(field in defaults && isSameValue(member, defaults[field])),
    ),
  );

const inFile = (spec: KindSpec, fields: Fields): Fields => {
  const { relations, ...rest } = fields;
  const { [spec.body ?? '']: _body, ...front } = rest;
  const shown = withoutDefaults(front, spec.empty);
  if (relations === undefined || isSameValue(relations, {})) return shown;
  const bare = { validFrom: null, validTo: null, fence: null };
  return { ...shown, relations: toList(relations).map((one) => withoutDefaults(one, bare)) };
};

const bodyOf = (field: string, fields: Fields): string => {
  const body = fields[field];
  return typeof body === 'string' ? body : '';
};

/** The same bytes for the same version, on every machine. */
export const formatRecord = (
  spec: KindSpec,
  id: string,
  { fields, version, lineage }: RecordState,
  hints: (Hints & { former?: Former }) | null,
): string => {
  const { former = [], ...where } = hints ?? {};
  const ordered = [...fieldsOfKind(spec), ...Object.keys(foreignFields(spec, fields))];
  const shown = inFile(spec, fields);
  const front = {
    [markerKey]: spec.marker,
    id,
    ...where,
    ...(former.length > 0 ? { former } : {}),
    ...Object.fromEntries(
      ordered.filter((field) => field in shown).map((field) => [field, shown[field]]),
    ),
    version,
    lineage,
  };
  const yaml = stringify(front, { lineWidth: 0, blockQuote: false, aliasDuplicateObjects: false });
  if (spec.body === null) return yaml;
  return `${border}${yaml}${border}\n${bodyOf(spec.body, fields)}\n`;
};

/** Whether a file begins as a record does, however it goes on. */
export const looksLikeRecord = (beginning: string): boolean =>
  new RegExp(`^\uFEFF?(?:---\\r?\\n)?${markerKey}: `).test(beginning);

const split = (text: string, hasBody: boolean): { front: string; body: string } | null => {
  if (!hasBody) return { front: text, body: '' };
  if (!text.startsWith(border)) return null;
  const end = text.indexOf(`\n${border}`);
  if (end < 0) return null;
  const body = text.slice(end + 1 + border.length);
  return {
    front: text.slice(border.length, end + 1),
    body: body.replace(/^\n/, '').replace(/\n$/, ''),
  };
};

const parseYaml = (text: string): unknown => {
  const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: true });
  if (document.errors.length > 0 || document.warnings.length > 0) return null;
  // No anchors: a few of them make a small text endless.
  return document.toJS({ maxAliasCount: 0 });
};

const parseFields = (spec: KindSpec, front: Fields, body: string): Fields => {
  const given = { ...spec.empty, ...front, ...(spec.body === null ? {} : { [spec.body]: body }) };
  const relations = 'relations' in front ? { relations: toMap(front['relations']) } : {};
  return { ...spec.schema.parse({ ...given, ...relations }), ...foreignFields(spec, front) };
};

const isHintedPath = (path: string): boolean =>
  !path.startsWith('/') && !/^[A-Za-z]:|\\|\p{Cc}/u.test(path) && !path.split('/').includes('..');

/** Null for what is no whole record of the kind. */
export const parseRecord = (spec: KindSpec, raw: string): RecordText | null => {
  const text = raw.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  // Of two versions nobody has chosen one.
  if (holdsMergeMarks(text)) return null;
  const parts = split(text, spec.body !== null);
  if (!parts) return null;
  try {
    const front = z
      .looseObject({ [markerKey]: z.literal(spec.marker) })
      .parse(parseYaml(parts.front));
    const { id, version, lineage, path, hash, former: were } = Head.parse(front);
    const former = were.length > 0 ? { former: were } : {};
    if (path !== undefined && !isHintedPath(path)) return null;
    const fields = parseFields(spec, front, parts.body);
    const hints = path === undefined || hash === undefined ? null : { path, hash };
    const written = stateOf(fields, lineage);
    if (written.version === version)
      return { id, state: written, hints, ...former, editedVersion: null };
    const state = stateOf(fields, [version, ...lineage].slice(0, maxLineage));
    return { id, state, hints, ...former, editedVersion: version };
  } catch {
    // Whatever is wrong with it, it is no record.
    return null;
  }
};

/** The id a damaged file speaks of, where that much can be read. */
export const guessId = (text: string): string | null =>
  RecordId.safeParse(/^id: ["']?([A-Za-z0-9_-]+)["']?\s*$/m.exec(text.slice(0, 4096))?.[1]).data ??
  null;
