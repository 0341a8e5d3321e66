import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import type { Check, Finding } from './check.ts';

const folder = path.join(root, 'renderer/i18n');

/** Every text of the interface exists in all its languages, with the same placeholders and the same ellipsis. */
export const translations: Check = {
  name: 'translations',
  async run(): Promise<Finding> {
    const english = textsOf('en');
    const complaints = InterfaceLanguage.options
      .filter((language) => language !== 'en')
      .flatMap((language) => compareTexts(textsOf(language), english, language));
    if (english.size === 0) complaints.unshift('no texts were found under renderer/i18n');
    return { scope: `${english.size} texts`, complaints: complaints.join('\n') };
  },
};

/** Plural forms of one text count as one: Chinese has a single form where English has two. */
export function compareTexts(
  translated: ReadonlyMap<string, string>,
  english: ReadonlyMap<string, string>,
  language: string,
): string[] {
  const inOther = byStem(translated);
  const inEnglish = byStem(english);
  const complaints: string[] = [];
  for (const stem of new Set([...inOther.keys(), ...inEnglish.keys()])) {
    const other = inOther.get(stem);
    const en = inEnglish.get(stem);
    if (!other) complaints.push(`${stem}: missing in ${language}`);
    else if (!en) complaints.push(`${stem}: missing in en`);
    else if ([...other, ...en].some((text) => text.trim() === ''))
      complaints.push(`${stem}: empty`);
    else if (placeholders(other) !== placeholders(en)) {
      complaints.push(`${stem}: placeholders differ: ${placeholders(other)} / ${placeholders(en)}`);
    } else if (endings(other) !== endings(en)) {
      complaints.push(`${stem}: one ends with a single “…”, the other does not`);
    } else if ([...other, ...en].some((text) => /\.{3}|⋯/.test(text))) {
      complaints.push(`${stem}: an ellipsis is “…”, in Chinese prose “……”`);
    }
  }
  return complaints;
}

function byStem(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const stems = new Map<string, string[]>();
  for (const [key, text] of texts) {
    const stem = key.replace(/_(zero|one|two|few|many|other)$/, '');
    stems.set(stem, [...(stems.get(stem) ?? []), text]);
  }
  return stems;
}

/** The names of what a text has a place for. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)].flatMap(([, name]) => name ?? []);

const placeholders = (forms: readonly string[]): string =>
  [...new Set(forms.flatMap(placeholdersOf))].sort().join(', ');

/** What asks for more when it is pressed, or is under way, ends with one “…” in every language. */
const endings = (forms: readonly string[]): string =>
  [...new Set(forms.map((text) => /(?<!…)…$/.test(text)))].join();

/** All texts of a language: one JSON file per feature, keys as the interface names them (`inspect:title`). */
export function textsOf(language: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of globSync(`${language}/*.json`, { cwd: folder })) {
    const content: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    collect(content, `${path.basename(file, '.json')}:`, texts);
  }
  return texts;
}

function collect(value: unknown, key: string, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(key, value);
  else if (typeof value === 'object' && value !== null) {
    const prefix = key.endsWith(':') ? key : `${key}.`;
    for (const [name, child] of Object.entries(value)) collect(child, prefix + name, texts);
  } else throw new Error(`${key} is no text`);
}
