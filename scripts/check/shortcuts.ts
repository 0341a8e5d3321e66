/** No two commands have the same keys, unless it says here why they never meet (F24). */
import ts from 'typescript';
import type { Check, Finding } from './check.ts';
import { sourceFiles } from './source-files.ts';

/** Keys of a command or a panel of the dock, where they are written. */
export type Keys = { keys: string; file: string; line: number };

/** Keys that several files give to commands of theirs; each goes by what is in front, which `when` and `shortcutWhen` ask. */
export const sharedKeys: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'Escape',
    [
      'renderer/features/assistant/assistant-commands.ts',
      'renderer/features/candidates/candidate-commands.ts',
      'renderer/features/structure/structure-commands.ts',
      'renderer/features/write/write-commands.ts',
    ],
  ],
  // One command: in a browser its own keys are taken, so that these are the second ones there.
  ['Mod+N', ['renderer/features/binder/binder-commands.ts']],
  // With a selection the bar, without one the assistant's question.
  [
    'Mod+.',
    [
      'renderer/features/assistant/assistant-commands.ts',
      'renderer/features/selection/selection-commands.ts',
    ],
  ],
]);

export const shortcuts: Check = {
  name: 'shortcuts',
  async run(): Promise<Finding> {
    const files = (await sourceFiles()).filter(({ name }) => /^renderer\/.*\.tsx?$/.test(name));
    const found = files.flatMap(({ name, text }) => readKeys(name, text));
    return { scope: `${found.length} keys`, complaints: judgeKeys(found, sharedKeys).join('\n') };
  },
};

/** A line for each place whose keys stand at another too, and for each exception that nothing needs any more. */
export function judgeKeys(
  found: readonly Keys[],
  shared: ReadonlyMap<string, readonly string[]>,
): string[] {
  const byKeys = new Map<string, Keys[]>();
  for (const place of found) byKeys.set(place.keys, [...(byKeys.get(place.keys) ?? []), place]);
  const complaints = [...byKeys].flatMap(([keys, places]) => {
    const allowed = shared.get(keys) ?? [];
    const strangers = places.filter(({ file }) => !allowed.includes(file));
    const isAlone = places.length === 1 || strangers.length === 0;
    return isAlone ? [] : strangers.map(({ file, line }) => describeClash(file, line, places));
  });
  const unneeded = [...shared].flatMap(([keys, files]) =>
    files
      .filter((file) => !byKeys.get(keys)?.some((place) => place.file === file))
      .map((file) => `${file} does not use ${keys}; take it out of the exceptions`),
  );
  return [...complaints, ...unneeded];
}

const describeClash = (file: string, line: number, places: readonly Keys[]): string => {
  const others = places
    .filter((place) => place.file !== file || place.line !== line)
    .map((place) => `${place.file}:${place.line}`);
  return `${file}:${line}: ${places[0]?.keys} are the keys of ${others.join(', ')} too`;
};

const withModifier = /^(?:Mod|Alt|Shift)\+\S+$/;

/** Every `shortcut` and `alternatives` of one source text, but for entries of menus, which show a command's keys again. */
export function readKeys(file: string, text: string): Keys[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Keys[] = [];
  const note = (literal: ts.StringLiteral): void => {
    const { line } = source.getLineAndCharacterOfPosition(literal.getStart());
    found.push({ keys: literal.text, file, line: line + 1 });
  };
  const visit = (node: ts.Node): void => {
    const given = ts.isObjectLiteralExpression(node) ? (isMenuEntry(node) ? [] : keysOf(node)) : [];
    for (const literal of given) note(literal);
    // Keys that are chosen elsewhere in the file, by the host for one.
    if (ts.isConditionalExpression(node)) {
      for (const side of [node.whenTrue, node.whenFalse]) {
        if (ts.isStringLiteral(side) && withModifier.test(side.text)) note(side);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const propertyNamed = (node: ts.ObjectLiteralExpression, wanted: string): ts.Expression | null => {
  for (const property of node.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    if (property.name.getText() === wanted) return property.initializer;
  }
  return null;
};

const isMenuEntry = (node: ts.ObjectLiteralExpression): boolean =>
  propertyNamed(node, 'onAction') !== null;

const keysOf = (node: ts.ObjectLiteralExpression): ts.StringLiteral[] => {
  const [shortcut, alternatives] = ['shortcut', 'alternatives'].map((name) =>
    propertyNamed(node, name),
  );
  const more =
    alternatives && ts.isArrayLiteralExpression(alternatives) ? alternatives.elements : [];
  return [shortcut, ...more].filter(
    (value): value is ts.StringLiteral => !!value && ts.isStringLiteral(value),
  );
};
