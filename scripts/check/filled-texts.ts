/** Every text of the interface is given what it has a place for: it would be shown as `{{most}}` (F24). */
import ts from 'typescript';
import type { Check, Finding } from './check.ts';
import { sourceFiles } from './source-files.ts';
import { placeholdersOf, textsOf } from './translations.ts';

export const filledTexts: Check = {
  name: 'filled texts',
  async run(): Promise<Finding> {
    const places = placesByKey(textsOf('en'));
    const files = (await sourceFiles()).filter(({ name }) => /^renderer\/.*\.tsx?$/.test(name));
    const found = files.flatMap(({ name, text }) => readUses(name, text));
    return { scope: `${found.length} uses`, complaints: judgeUses(found, places).join('\n') };
  },
};

/** A text that is asked for by its whole key; `given`: the names of what is put into it. */
export type TextUse = { key: string; given: readonly string[]; file: string; line: number };

/** What each text has a place for, by its key without the ending of a plural. */
export function placesByKey(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const [key, text] of texts) {
    const stem = key.replace(/_(zero|one|two|few|many|other)$/, '');
    const known = places.get(stem) ?? new Set<string>();
    for (const name of placeholdersOf(text)) known.add(name);
    places.set(stem, known);
  }
  return places;
}

export const judgeUses = (
  found: readonly TextUse[],
  places: ReadonlyMap<string, ReadonlySet<string>>,
): string[] =>
  found.flatMap(({ key, given, file, line }) => {
    const missing = [...(places.get(key) ?? [])].filter((name) => !given.includes(name));
    return missing.length === 0
      ? []
      : [`${file}:${line}: ${key} is not given ${missing.join(', ')}`];
  });

/** The keys a call may ask for, as far as they are written out: those of both branches of a choice. */
const keysIn = (argument: ts.Expression | undefined): string[] => {
  if (argument === undefined) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (ts.isConditionalExpression(argument))
    return [...keysIn(argument.whenTrue), ...keysIn(argument.whenFalse)];
  return ts.isParenthesizedExpression(argument) || ts.isAsExpression(argument)
    ? keysIn(argument.expression)
    : [];
};

/** Null where that is not written out. */
const namesIn = (argument: ts.Expression | undefined): string[] | null => {
  if (argument === undefined) return [];
  if (!ts.isObjectLiteralExpression(argument)) return null;
  const names = argument.properties.map((property) =>
    property.name !== undefined && ts.isIdentifier(property.name) ? property.name.text : null,
  );
  return names.every((name) => name !== null) ? names : null;
};

/** All calls of `t` in one source text whose key and values are written out. */
export function readUses(file: string, text: string): TextUse[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: TextUse[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || node.expression.getText(source) !== 't') return;
    const [keys, given] = [keysIn(node.arguments[0]), namesIn(node.arguments[1])];
    if (given === null) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    for (const key of keys) found.push({ key, given, file, line });
  };
  visit(source);
  return found;
}
