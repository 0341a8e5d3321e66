/** What the assistant did with a tool, in one plain line of the writer's words. */
import type { Json } from '#shared/errors.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { shortenedTo } from '#shared/shortened.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { kindOf, type StepKind } from './tool-words.ts';

/** A tool and what it was asked. */
export type AskedCall = { toolName: string; input: Json };

type Fields = Readonly<Record<string, Json | undefined>>;

const fieldsOf = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const textOf = (fields: Fields, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
};

const longestName = 60;
const shortened = (text: string): string => shortenedTo(text.replace(/\s+/gu, ' '), longestName);

/** A document of the book, as a path is named after it. */
export type Titled = { path: string; title: string };

/** A chapter's label or title where the path is one's, else the file's name. */
export function nameOfPath(path: string, documents: readonly Titled[]): string {
  const document = documents.find((one) => one.path === path);
  if (document === undefined) return path.split('/').findLast((part) => part !== '') ?? path;
  const { label, title } = chapterHeading(document.title);
  return label ?? title;
}

const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : address;

function whatOf(kind: StepKind, call: AskedCall, documents: readonly Titled[]): string | null {
  const input = fieldsOf(call.input);
  switch (kind) {
    case 'read':
    case 'edit':
    case 'write': {
      const path = textOf(input, 'path', 'file_path', 'file');
      return path === null ? null : nameOfPath(path, documents);
    }
    case 'list': {
      const path = textOf(input, 'path', 'folder');
      return path === null || path === '.' || path === '/' ? null : path;
    }
    case 'web': {
      const address = textOf(input, 'url');
      return address === null ? null : hostOf(address);
    }
    case 'command':
      return textOf(input, 'command');
    case 'terminal':
    case 'terminalEnd':
      return textOf(input, 'terminalId');
    case 'todo':
    case 'files':
    case 'constraints':
    case 'synopses':
      return null;
    case 'file':
      return textOf(input, 'id', 'contextId');
    case 'other':
      return call.toolName;
    case 'glob':
    case 'grep':
    case 'fileSearch':
    case 'search':
    case 'codex':
      return textOf(input, 'pattern', 'query', 'name', 'words');
  }
}

const quotes: ReadonlySet<StepKind> = new Set(['glob', 'grep', 'search', 'codex', 'fileSearch']);

const quoted = (t: Translate, kind: StepKind, name: string): string =>
  quotes.has(kind) ? t('assistant:quoted', { words: name }) : name;

/** "Read Chapter Three" of what was done, "Reading Chapter Three" of what is being done or could not be. */
export function stepWords(
  t: Translate,
  call: AskedCall,
  documents: readonly Titled[],
  form: 'done' | 'doing',
): string {
  const kind = kindOf(call.toolName);
  const name = whatOf(kind, call, documents);
  const what = name === null ? t(`assistant:steps.${kind}.what`) : quoted(t, kind, shortened(name));
  return t(`assistant:steps.${kind}.${form}`, { what });
}
