/** Arguments, values of variables and what an address hides: they may be keys, so they lie in the store of secrets. */
import { z } from 'zod';
import { hiddenValue, McpTransport, type McpTransportShown } from '#shared/domain/mcp-server.ts';
import { AppError } from '#shared/errors.ts';
import type { Secrets } from '#main/platform.ts';
import { hideInAddress, keysInAddress } from './hidden-address.ts';

type ShownProgram = Extract<McpTransportShown, { kind: 'stdio' }>;

/** The whole transport; versions before kept the values of the variables alone. */
const Kept = z.union([
  McpTransport,
  z
    .record(z.string(), z.string())
    .transform((env) => ({ kind: 'stdio' as const, command: '', args: [], env })),
]);

export type SecretValues = {
  /** The transport with all that was hidden. MCP_SERVER_INVALID when some is nowhere, MODEL_KEY_STORE_FAILED. */
  fill(name: string, transport: McpTransportShown): Promise<McpTransport>;
  /** Puts what a server hides in the place of what it hid before. MODEL_KEY_STORE_FAILED. */
  keep(name: string, transport: McpTransport): Promise<void>;
  /** MODEL_KEY_STORE_FAILED. */
  forget(name: string): Promise<void>;
};

/** As the database and the page have it. */
export const redactSecretValues = (transport: McpTransportShown): McpTransportShown =>
  transport.kind === 'http'
    ? { ...transport, url: hideInAddress(transport.url) }
    : {
        ...transport,
        args: transport.args.map((_, place) => place),
        env: Object.fromEntries(Object.keys(transport.env).map((name) => [name, null])),
      };

/** Whether nothing in it is to be hidden any more. */
export const hasNoValues = (transport: McpTransportShown): boolean =>
  JSON.stringify(redactSecretValues(transport)) === JSON.stringify(transport);

const shortest = 4;

const secretsOf = (transport: McpTransport): string[] =>
  transport.kind === 'http'
    ? keysInAddress(transport.url)
    : [
        ...Object.values(transport.env),
        // Of `--key=value` a program may quote the value alone.
        ...transport.args.flatMap((arg) => [arg, arg.slice(arg.indexOf('=') + 1)]),
      ];

/** What went wrong at a server, fit to be shown: without the values it was given. */
export const redactValues = (text: string, transport: McpTransport): string =>
  secretsOf(transport)
    .filter((value) => value.length >= shortest)
    .sort((one, other) => other.length - one.length)
    .reduce((shown, value) => shown.replaceAll(value, '…'), text);

const missing = (name: string, what: string): AppError =>
  new AppError('MCP_SERVER_INVALID', `${what} must be entered again.`, { name });

const fillProgram = (
  name: string,
  { command, args, env }: ShownProgram,
  known: McpTransport | null,
): McpTransport => {
  const stored = known?.kind === 'stdio' ? known : { args: [], env: {} as Record<string, string> };
  const variableValue = (variable: string, given: string | null): string => {
    if (given !== null) return given;
    const value = Object.hasOwn(stored.env, variable) ? stored.env[variable] : undefined;
    if (value === undefined) throw missing(name, `The value of ${variable}`);
    return value;
  };
  const argument = (given: string | number): string => {
    if (typeof given === 'string') return given;
    const value = stored.args[given];
    if (value === undefined) throw missing(name, `Argument ${given + 1}`);
    return value;
  };
  const values = Object.entries(env).map(
    ([key, given]) => [key, variableValue(key, given)] as const,
  );
  return { kind: 'stdio', command, args: args.map(argument), env: Object.fromEntries(values) };
};

const asWhole = (transport: McpTransportShown): McpTransport | null => {
  if (transport.kind === 'http' && transport.url.includes(hiddenValue)) return null;
  return McpTransport.safeParse(transport).data ?? null;
};

export const createSecretValues = (
  secrets: Pick<Secrets, 'get' | 'set' | 'remove'>,
): SecretValues => {
  const secretName = (name: string): string => `mcp:${name}`;
  const stored = async (name: string): Promise<McpTransport | null> => {
    const text = await secrets.get(secretName(name));
    return text === null ? null : Kept.parse(JSON.parse(text));
  };
  /** Some servers hide nothing: nothing is written for those. */
  const forget = async (name: string): Promise<void> => {
    if ((await secrets.get(secretName(name))) !== null) await secrets.remove(secretName(name));
  };
  return {
    async fill(name, transport) {
      const whole = asWhole(transport);
      if (whole) return whole;
      const known = await stored(name);
      if (transport.kind === 'stdio') return fillProgram(name, transport, known);
      // A part that stays beside one that changed would send a key to another place than it was entered for.
      if (known?.kind === 'http' && hideInAddress(known.url) === transport.url) return known;
      throw missing(name, 'The address');
    },
    keep: (name, transport) =>
      hasNoValues(transport)
        ? forget(name)
        : secrets.set(secretName(name), JSON.stringify(transport)),
    forget,
  };
};
