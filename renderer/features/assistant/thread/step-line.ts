import type { Json } from '#shared/errors.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { type StepKind, kindOf } from '#renderer/app/tool-words.ts';
import { observationOf } from './observation.ts';
import type { Call } from './rounds.ts';

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

const numberOf = (fields: Fields, ...names: readonly string[]): number | null => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return value.length;
  }
  return null;
};

const longestName = 60;
const shortened = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ');
  const signs = [...line];
  return signs.length > longestName ? `${signs.slice(0, longestName).join('')}…` : line;
};

type Titled = { path: string; title: string };

/** A chapter's label or title where the path is one's, else the file's name. */
export function nameOfPath(path: string, documents: readonly Titled[]): string {
  const document = documents.find((one) => one.path === path);
  if (document === undefined) return path.split('/').findLast((part) => part !== '') ?? path;
  const { label, title } = chapterHeading(document.title);
  return label ?? title;
}

const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : address;

function whatOf(kind: StepKind, call: Call, documents: readonly Titled[]): string | null {
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

function countWords(t: Translate, kind: StepKind, data: Fields): string | null {
  const { startLine, endLine } = data;
  if (kind === 'read' && typeof startLine === 'number' && typeof endLine === 'number') {
    return t('assistant:counts.lines', { count: Math.max(0, endLine - startLine + 1) });
  }
  const found =
    kind === 'list'
      ? (numberOf(data, 'files') ?? 0) + (numberOf(data, 'directories') ?? 0)
      : numberOf(data, 'total', 'totalMatches', 'matches', 'items', 'entities', 'hits');
  if (found === null) return null;
  switch (kind) {
    case 'list':
    case 'glob':
    case 'files':
      return t('assistant:counts.files', { count: found });
    case 'grep':
    case 'search':
    case 'fileSearch':
    case 'codex':
    case 'constraints':
      return t('assistant:counts.places', { count: found });
    default:
      return null;
  }
}

/** How a call went. */
export type CallState = 'running' | 'done' | 'partial' | 'failed' | 'open';

/** `isLive`: the turn it belongs to is under way. */
export function callState({ result }: Call, isLive: boolean): CallState {
  if (result === null) return isLive ? 'running' : 'open';
  const { status } = result.metadata;
  if (status === 'error') return 'failed';
  return status === 'partial' ? 'partial' : 'done';
}

export type StepLine = { words: string; count: string | null };

/** A call in one plain line: "Read Chapter Three" and "40 lines". */
export function stepLine(
  t: Translate,
  call: Call,
  documents: readonly Titled[],
  state: CallState,
): StepLine {
  const kind = kindOf(call.toolName);
  const name = whatOf(kind, call, documents);
  const form = state === 'done' || state === 'partial' ? 'done' : 'doing';
  const words =
    name === null
      ? t(`assistant:steps.${kind}.${form}`, { what: t(`assistant:steps.${kind}.what`) })
      : t(`assistant:steps.${kind}.${form}`, { what: quoted(t, kind, shortened(name)) });
  return { words, count: countWords(t, kind, observationOf(call.result).data ?? {}) };
}

const quotes: ReadonlySet<StepKind> = new Set(['glob', 'grep', 'search', 'codex', 'fileSearch']);

const quoted = (t: Translate, kind: StepKind, name: string): string =>
  quotes.has(kind) ? t('assistant:quoted', { words: name }) : name;
