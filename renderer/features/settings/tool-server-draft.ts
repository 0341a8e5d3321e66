import type { Input } from '#shared/contract/index.ts';
import { hiddenValue, type McpServer, McpServerName } from '#shared/domain/mcp-server.ts';

/** A server as it stands in the form. */
export type ServerDraft = {
  /** False for one that is stored: its name is how it is known. */
  isNew: boolean;
  name: string;
  kind: 'stdio' | 'http';
  command: string;
  /** One to a line; a stored one as {@link hiddenValue} with its number. */
  args: string;
  /** `NAME=value`, one to a line; a stored value, which nobody is shown, as {@link hiddenValue}. */
  env: string;
  /** Names of the variables that have a stored value. */
  stored: readonly string[];
  /** How many arguments are stored, and the address as it was answered. */
  storedArgs: number;
  storedUrl: string;
  url: string;
  enabled: boolean;
};

export type ServerFaults = Partial<
  Record<'name' | 'taken' | 'command' | 'args' | 'env' | 'url' | 'hiddenUrl', true>
>;

export const emptyServer: ServerDraft = {
  isNew: true,
  name: '',
  kind: 'stdio',
  command: '',
  args: '',
  env: '',
  stored: [],
  storedArgs: 0,
  storedUrl: '',
  url: '',
  enabled: true,
};

const argumentLine = (argument: string | number): string =>
  typeof argument === 'string' ? argument : `${hiddenValue} ${argument + 1}`;

/** The argument a line says: its place, where it is a stored one. */
const readArgument = (line: string): string | number => {
  const number = line.startsWith(hiddenValue) ? line.slice(hiddenValue.length).trim() : '';
  return /^\d{1,3}$/.test(number) ? Number(number) - 1 : line;
};

export function draftOfServer({ name, transport, enabled }: McpServer): ServerDraft {
  const draft = { ...emptyServer, isNew: false, name, enabled, kind: transport.kind };
  if (transport.kind === 'http') {
    return { ...draft, url: transport.url, storedUrl: transport.url };
  }
  const variables = Object.entries(transport.env);
  const env = variables.map(([key, value]) => `${key}=${value ?? hiddenValue}`);
  return {
    ...draft,
    command: transport.command,
    args: transport.args.map(argumentLine).join('\n'),
    storedArgs: transport.args.length,
    env: env.join('\n'),
    stored: variables.filter(([, value]) => value === null).map(([key]) => key),
  };
}

const linesOf = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** What the form says; null with the fields that are wrong. */
export function readServer(
  draft: ServerDraft,
  names: readonly string[],
): { value: Input<'mcp:servers:save'>; faults: null } | { value: null; faults: ServerFaults } {
  const faults: ServerFaults = {};
  const name = draft.name.trim();
  const url = draft.url.trim();
  const command = draft.command.trim();
  if (!McpServerName.safeParse(name).success) faults.name = true;
  else if (draft.isNew && names.includes(name)) faults.taken = true;
  const env = linesOf(draft.env).map((line) => /^\s*([^=\s]+)=(.*)$/.exec(line));
  const args = linesOf(draft.args).map(readArgument);
  const isStored = (place: number): boolean => place >= 0 && place < draft.storedArgs;
  const isKnown = (key = '', value = ''): boolean =>
    value !== hiddenValue || draft.stored.includes(key);
  if (draft.kind === 'http') {
    if (!URL.canParse(url) || !/^https?:/i.test(url)) faults.url = true;
    else if (url !== draft.storedUrl && url.includes(hiddenValue)) faults.hiddenUrl = true;
  } else {
    if (command === '') faults.command = true;
    const isArgument = (one: string | number): boolean =>
      typeof one === 'string' ? !one.includes(hiddenValue) : isStored(one);
    if (!args.every(isArgument)) faults.args = true;
    if (!env.every((found) => found !== null && isKnown(found[1], found[2]))) faults.env = true;
  }
  if (Object.keys(faults).length > 0) return { value: null, faults };
  const pairs = env.flatMap((found): [string, string | null][] => {
    const [, key = '', value = ''] = found ?? [];
    return found === null ? [] : [[key, value === hiddenValue ? null : value]];
  });
  const transport =
    draft.kind === 'http'
      ? { kind: 'http' as const, url }
      : {
          kind: 'stdio' as const,
          command,
          args,
          env: Object.fromEntries(pairs),
        };
  return { value: { name, transport, enabled: draft.enabled }, faults: null };
}
