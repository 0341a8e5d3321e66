/** The house's limits for functions: how many lines are their own, and how many parameters they take. */
import ts from 'typescript';
import type { Check, Finding } from './check.ts';
import { type FunctionExceptions, functionExceptions } from './function-exceptions.ts';
import { sourceFiles } from './source-files.ts';

export const maxOwnLines = 60;
export const maxParameters = 4;

/** One function of the sources, as the limits see it. */
export interface MeasuredFunction {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** Its lines without those of the named functions inside it. */
  readonly ownLines: number;
  readonly parameters: number;
}

/** Functions above the limits, and exceptions that nothing needs any more. */
export const functionSizes: Check = {
  name: 'function sizes',
  async run(): Promise<Finding> {
    const files = await sourceFiles();
    const measured = files
      .filter(({ name }) => !name.startsWith('tests/') && /\.(?:tsx?|mjs)$/.test(name))
      .flatMap(({ name, text }) => measureFunctions(name, text));
    return {
      scope: `${measured.length} functions, ${functionExceptions.flatMap(({ functions }) => functions).length} exceptions`,
      complaints: judgeSizes(measured, functionExceptions).join('\n'),
    };
  },
};

/** One line for each function over a limit that has no exception, and for each exception without such a function. */
export function judgeSizes(
  measured: readonly MeasuredFunction[],
  exceptions: readonly FunctionExceptions[],
): string[] {
  const excepted = new Set(exceptions.flatMap(({ functions }) => functions));
  const tooBig = measured.filter(
    ({ ownLines, parameters }) => ownLines > maxOwnLines || parameters > maxParameters,
  );
  const needed = new Set(tooBig.map(addressOf));
  return [
    ...tooBig.filter((found) => !excepted.has(addressOf(found))).map(describeSize),
    ...[...excepted]
      .filter((address) => !needed.has(address))
      .map((address) => `${address} keeps the limits; take it out of the exceptions`),
  ];
}

const addressOf = ({ file, name }: MeasuredFunction): string => `${file}: ${name}`;

const describeSize = ({ file, line, name, ownLines, parameters }: MeasuredFunction): string =>
  `${file}:${line}: ${name} has ${ownLines} own lines (at most ${maxOwnLines}) and ${parameters} parameters (at most ${maxParameters})`;

/** The functions of one source text; one without a name belongs to the function that it stands in. */
export function measureFunctions(file: string, text: string): MeasuredFunction[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const lineAt = (position: number): number =>
    source.getLineAndCharacterOfPosition(position).line + 1;
  const measured: MeasuredFunction[] = [];

  /** Measures what stands in a node; gives the lines that its outermost named functions take. */
  function visit(node: ts.Node): number {
    let nestedLines = 0;
    ts.forEachChild(node, (child) => {
      nestedLines += visit(child);
    });
    const name = isFunctionWithBody(node) ? nameOf(node) : null;
    if (name === null) return nestedLines;
    const line = lineAt(node.getStart(source));
    const lines = lineAt(node.getEnd()) - line + 1;
    const { parameters } = node as ts.FunctionLikeDeclaration;
    measured.push({
      file,
      name,
      line,
      ownLines: lines - nestedLines,
      parameters: parameters.length,
    });
    return lines;
  }

  visit(source);
  return measured;
}

function isFunctionWithBody(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return (
    (ts.isFunctionDeclaration(node) && node.body !== undefined) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    (ts.isMethodDeclaration(node) && node.body !== undefined) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)
  );
}

function nameOf(node: ts.FunctionLikeDeclaration): string | null {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (node.name) return node.name.getText();
  const { parent } = node;
  const isNamedByParent = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamedByParent && ts.isIdentifier(parent.name) ? parent.name.text : null;
}
