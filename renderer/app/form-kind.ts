/** The forms that are kept, by what begins their name: `note:new`, `entity:<id>`, `relation:<id of an entry>` (W4). */

export const formKinds = [
  'note',
  'thread',
  'entity',
  'relation',
  'constraint',
  'habit',
  'chapter',
  'book',
  'expectation',
  'words',
  'message',
  'instruction',
  'rename',
  'version',
  'versionName',
] as const;
export type FormKind = (typeof formKinds)[number];

export const kindOf = (form: string): FormKind | null =>
  formKinds.find((kind) => form.startsWith(`${kind}:`)) ?? null;

/** A form for what is not stored yet has no id. */
export const formOf = (kind: FormKind, id: string | null): string => `${kind}:${id ?? 'new'}`;

/** The id of the entry that a form changes; null for a new one, and for forms of another kind. */
export const entryOf = (kind: FormKind, form: string): string | null => {
  const id = form.startsWith(`${kind}:`) ? form.slice(kind.length + 1) : 'new';
  return id === 'new' ? null : id;
};
