/** Reads the command line. */
import { parseArgs } from 'node:util';
import { ChangeChoice, SplitRule } from '#shared/contract/import.ts';
import { Language } from '#shared/domain/identifiers.ts';
import type { BundleOptions } from './bundle.ts';
import type { ImportOptions } from './import-text.ts';

/** What the person asked for; `usage` when it cannot be understood. */
export type Command =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'usage'; complaint: string }
  | {
      kind: 'serve';
      dataDir: string | null;
      port: number;
      open: boolean;
      json: boolean;
      start: { project: string } | { sample: Language } | null;
    }
  | { kind: 'call'; dataDir: string | null; channel: string; input: string }
  | ({ kind: 'import'; dataDir: string | null } & ImportOptions)
  | { kind: 'bundle'; dataDir: string | null; bundle: BundleOptions }
  | { kind: 'test'; dataDir: string | null; folder: string; json: boolean; junit: string | null }
  | { kind: 'mcp'; dataDir: string | null; folder: string }
  | {
      kind: 'inspect';
      dataDir: string | null;
      target: { project: string } | { sample: Language };
      /** From 1. */
      chapter: number;
      /** UTF-16 code units; null is the end of the chapter. */
      cursor: number | null;
      skill: string;
      json: boolean;
    };

class UsageError extends Error {}

const choiceOf = <T>(
  name: string,
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  value: string | undefined,
): T | null => {
  if (value === undefined) return null;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`--${name} does not know "${value}".`);
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const wholeNumber = (name: string, value: string, min: number, max: number): number => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new UsageError(`--${name} takes a whole number from ${min} to ${max}.`);
  }
  return number;
};

const sampleOf = (value: string): Language => {
  const language = Language.safeParse(value);
  if (!language.success) throw new UsageError('--sample is zh-CN or en.');
  return language.data;
};

const parseServe = (args: string[]): Command => {
  const { values } = parseArgs({
    args,
    options: {
      'data-dir': text,
      port: text,
      open: flag,
      json: flag,
      project: text,
      sample: text,
    },
    allowNegative: true,
  });
  if (values.project !== undefined && values.sample !== undefined) {
    throw new UsageError('Name a --project or a --sample, not both.');
  }
  const start =
    values.project !== undefined
      ? { project: values.project }
      : values.sample !== undefined
        ? { sample: sampleOf(values.sample) }
        : null;
  return {
    kind: 'serve',
    dataDir: values['data-dir'] ?? null,
    port: wholeNumber('port', values.port ?? '0', 0, 65_535),
    open: values.open ?? true,
    json: values.json ?? false,
    start,
  };
};

const parseCall = (args: string[]): Command => {
  const { values, positionals } = parseArgs({
    args,
    options: { 'data-dir': text },
    allowPositionals: true,
  });
  const [channel, input, ...rest] = positionals;
  if (channel === undefined || input === undefined || rest.length > 0) {
    throw new UsageError('call takes a channel and its input.');
  }
  return { kind: 'call', dataDir: values['data-dir'] ?? null, channel, input };
};

const parseMcp = (args: string[]): Command => {
  const { values, positionals } = parseArgs({
    args,
    options: { 'data-dir': text },
    allowPositionals: true,
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new UsageError('mcp takes one folder.');
  return { kind: 'mcp', dataDir: values['data-dir'] ?? null, folder };
};

const parseTest = (args: string[]): Command => {
  const { values, positionals } = parseArgs({
    args,
    options: { 'data-dir': text, json: flag, junit: text },
    allowPositionals: true,
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new UsageError('test takes one folder.');
  const { junit = null, json = false } = values;
  return { kind: 'test', dataDir: values['data-dir'] ?? null, folder, json, junit };
};

const parseInspect = (args: string[]): Command => {
  const { values, positionals } = parseArgs({
    args,
    options: {
      'data-dir': text,
      chapter: text,
      cursor: text,
      skill: text,
      sample: text,
      json: flag,
    },
    allowPositionals: true,
  });
  const [folder, ...rest] = positionals;
  if (rest.length > 0 || (folder === undefined) === (values.sample === undefined)) {
    throw new UsageError('inspect takes one folder, or --sample.');
  }
  const target =
    folder !== undefined ? { project: folder } : { sample: sampleOf(values.sample ?? '') };
  return {
    kind: 'inspect',
    dataDir: values['data-dir'] ?? null,
    target,
    chapter: wholeNumber('chapter', values.chapter ?? '1', 1, 100_000),
    cursor:
      values.cursor === undefined
        ? null
        : wholeNumber('cursor', values.cursor, 0, Number.MAX_SAFE_INTEGER),
    skill: values.skill ?? 'continue',
    json: values.json ?? false,
  };
};

const parseImport = (args: string[]): Command => {
  const { values, positionals } = parseArgs({
    args,
    options: {
      'data-dir': text,
      into: text,
      project: text,
      language: text,
      split: text,
      pattern: text,
      encoding: text,
      changes: text,
      json: flag,
    },
    allowPositionals: true,
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError('import takes one file.');
  const { into, project } = values;
  if (into !== undefined && project !== undefined) {
    throw new UsageError('Say --into or --project, not both.');
  }
  return {
    kind: 'import',
    dataDir: values['data-dir'] ?? null,
    file,
    into: into !== undefined ? { folder: into } : project !== undefined ? { project } : null,
    language: choiceOf('language', Language, values.language),
    splitAt: choiceOf('split', SplitRule, values.split),
    pattern: values.pattern ?? null,
    encoding: values.encoding ?? null,
    changes: choiceOf('changes', ChangeChoice, values.changes),
    json: values.json ?? false,
  };
};

const parseBundle = (args: string[]): Command => {
  const { values, positionals } = parseArgs({
    args,
    options: { 'data-dir': text, into: text, replace: flag, json: flag },
    allowPositionals: true,
  });
  const [action, one, other, ...rest] = positionals;
  const { into, replace, json = false } = values;
  const dataDir = values['data-dir'] ?? null;
  if (action === 'export' && one !== undefined && other !== undefined && rest.length === 0) {
    if (into !== undefined) throw new UsageError('bundle export takes no --into.');
    const bundle = { action, folder: one, file: other, replace: replace ?? false, json } as const;
    return { kind: 'bundle', dataDir, bundle };
  }
  if (action === 'import' && one !== undefined && other === undefined) {
    if (replace !== undefined) throw new UsageError('bundle import replaces nothing.');
    return { kind: 'bundle', dataDir, bundle: { action, file: one, into: into ?? null, json } };
  }
  throw new UsageError('bundle takes: export FOLDER FILE, or: import FILE.');
};

const isParseArgsError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** Reads the command line. Never throws. */
export const parseCommand = (args: readonly string[]): Command => {
  const [name, ...rest] = args;
  if (name === undefined) return { kind: 'usage', complaint: 'Name a command.' };
  if (args.includes('--help') || args.includes('-h') || name === 'help') return { kind: 'help' };
  if (name === '--version' || name === '-v') return { kind: 'version' };
  try {
    if (name === 'serve') return parseServe(rest);
    if (name === 'call') return parseCall(rest);
    if (name === 'inspect') return parseInspect(rest);
    if (name === 'import') return parseImport(rest);
    if (name === 'bundle') return parseBundle(rest);
    if (name === 'mcp') return parseMcp(rest);
    if (name === 'test') return parseTest(rest);
    return { kind: 'usage', complaint: `There is no command "${name}".` };
  } catch (error) {
    if (error instanceof UsageError || isParseArgsError(error)) {
      return { kind: 'usage', complaint: error.message };
    }
    throw error;
  }
};
