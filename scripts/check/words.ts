/** Names in code say what the field says: words of an earlier private language are refused, each with its term. */
import ts from 'typescript';
import type { Check, Finding } from './check.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

export interface RefusedWord {
  /** A word of a camel-case name, in lower case; with `alone`, only a name that is nothing else. */
  readonly word: string;
  readonly say: string;
  readonly alone?: true;
  /** Where the word is refused; everywhere when left out. */
  readonly within?: RegExp;
}

export const refusedWords: readonly RefusedWord[] = [
  { word: 'talk', say: 'chat or conversation' },
  { word: 'curtail', say: 'truncate' },
  { word: 'relieve', say: 'evict' },
  { word: 'material', say: 'what it is: an input, messages, a reading' },
  { word: 'law', say: 'project instructions' },
  { word: 'taste', say: 'learned preference' },
  { word: 'patience', say: 'timeoutMs' },
  { word: 'tries', say: 'maxAttempts or attempts' },
  { word: 'sketch', say: 'minHash or signature' },
  { word: 'standpoint', say: 'position or point of view' },
  { word: 'bearing', say: 'settings or context' },
  { word: 'nearness', say: 'similarity or distance' },
  { word: 'farewell', say: 'shutdown' },
  { word: 'usual', say: 'default' },
  { word: 'least', say: 'min', alone: true },
  { word: 'most', say: 'max', alone: true },
  { word: 'frames', say: 'prompt templates', within: /^main\/(?:context|assistant|ai)\// },
  { word: 'chosen', say: 'selected', within: /^main\/context\// },
  { word: 'priced', say: 'costed', within: /^main\/context\// },
  { word: 'settled', say: 'fixed', within: /^main\/context\// },
  { word: 'meaning', say: 'embedding', within: /^main\/context\// },
  { word: 'gate', say: 'sanitize or guard', within: /^main\// },
  { word: 'pieces', say: 'subword tokens', within: /^main\/context\/retrieval\/sentence\// },
  { word: 'seeing', say: 'queryKeyValue', within: /^main\/context\/retrieval\/sentence\// },
  { word: 'joining', say: 'outputProjection', within: /^main\/context\/retrieval\/sentence\// },
];

/** Names that others gave, or that stand in stored files and rows. */
const kept: ReadonlyMap<string, string> = new Map([
  ['parentInLaw', 'a relative'],
  ['sketch', 'a column of the documents table'],
  ['chapterSketchesMigration', 'made that column'],
  ['pieces', 'a field of the encoder file'],
  ['isUsualGap', 'the gap most paragraphs have'],
]);
const keptIn =
  /^main\/book\/documents\/store\.ts$|^main\/db\/migrations\/|encoder-file\.ts$|paired-claims\.ts$|plain-paragraphs\.ts$/;

export const words: Check = {
  name: 'words',
  async run(): Promise<Finding> {
    const files = (await sourceFiles()).filter(({ name }) => /\.tsx?$/.test(name));
    return {
      scope: `${refusedWords.length} refused, ${files.length} files`,
      complaints: files.flatMap(findRefusedNames).join('\n'),
    };
  },
};

/** One line for each name that a file declares with a refused word in it. */
export function findRefusedNames({ name: file, text }: SourceFile): string[] {
  const within = refusedWords.filter((refused) => refused.within?.test(file) ?? true);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const complaints: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    if (name && !(keptIn.test(file) && kept.has(name.text))) {
      const refused = within.find((one) => carries(name.text, one));
      const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
      if (refused) complaints.push(`${file}:${line}: ${name.text}: say ${refused.say}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return complaints;
}

/** The identifier that a declaration introduces; a property that is only read or imported names nothing new. */
function declaredName(node: ts.Node): ts.Identifier | null {
  if (ts.isImportSpecifier(node) || ts.isPropertyAccessExpression(node)) return null;
  const { name } = node as ts.NamedDeclaration;
  return name && ts.isIdentifier(name) ? name : null;
}

function carries(name: string, { word, alone }: RefusedWord): boolean {
  if (alone) return name === word;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/)
    .includes(word);
}
