import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Language } from '#shared/domain/identifiers.ts';

const tree = z.record(z.string(), z.json());

/** A text of the dictionaries by its key, e.g. `'binder:newChapter'`, placeholders filled in, in the form of its `count`. */
export function word(
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
): string {
  const [feature = '', path = ''] = key.split(':');
  const file = new URL(`../../../renderer/i18n/${language}/${feature}.json`, import.meta.url);
  let found: z.infer<typeof tree>[string] | undefined = tree.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  );
  for (const name of path.split('.')) {
    const inner = tree.safeParse(found);
    const plural = values.count === 1 ? `${name}_one` : `${name}_other`;
    found = inner.success ? (inner.data[name] ?? inner.data[plural]) : undefined;
  }
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}.`);
  return found.replace(/\{\{\s*(\w+)[^}]*\}\}/g, (_all, name: string) => String(values[name]));
}
