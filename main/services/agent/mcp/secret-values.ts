import { z } from 'zod';
import type { McpTransport, McpTransportShown } from '#shared/domain/mcp-server.ts';
import { AppError } from '#shared/errors.ts';
import type { Secrets } from '#main/platform.ts';

const Values = z.record(z.string(), z.string());

/** Values of the variables of programs: they may be keys, so the database has their names alone. */
export type SecretValues = {
  /** The transport with all of its values. MCP_SERVER_INVALID when one is nowhere, MODEL_KEY_STORE_FAILED. */
  fill(name: string, transport: McpTransportShown): Promise<McpTransport>;
  /** Puts a server's values in the place of those it had. MODEL_KEY_STORE_FAILED. */
  keep(name: string, transport: McpTransport): Promise<void>;
  /** MODEL_KEY_STORE_FAILED. */
  forget(name: string): Promise<void>;
};

/** As the database and the page have it. */
export const withoutValues = (transport: McpTransportShown): McpTransportShown =>
  transport.kind === 'http'
    ? transport
    : {
        ...transport,
        env: Object.fromEntries(Object.keys(transport.env).map((name) => [name, null])),
      };

export const lacksValues = (transport: McpTransportShown): boolean =>
  transport.kind === 'stdio' && Object.values(transport.env).includes(null);

const shortest = 4;

/** What a server said, fit to be shown: without the values it was given. */
export const redactValues = (text: string, transport: McpTransport): string =>
  transport.kind === 'http'
    ? text
    : Object.values(transport.env)
        .filter((value) => value.length >= shortest)
        .sort((one, other) => other.length - one.length)
        .reduce((shown, value) => shown.replaceAll(value, '…'), text);

export const createSecretValues = (
  secrets: Pick<Secrets, 'get' | 'set' | 'remove'>,
): SecretValues => {
  const secretName = (name: string): string => `mcp:${name}`;
  const stored = async (name: string): Promise<Record<string, string>> => {
    const text = await secrets.get(secretName(name));
    return text === null ? {} : Values.parse(JSON.parse(text));
  };
  /** Most servers have none: nothing is written for those. */
  const forget = async (name: string): Promise<void> => {
    if ((await secrets.get(secretName(name))) !== null) await secrets.remove(secretName(name));
  };
  return {
    async fill(name, transport) {
      if (transport.kind === 'http') return transport;
      const known = lacksValues(transport) ? await stored(name) : {};
      const env = Object.entries(transport.env).map(([variable, given]) => {
        const value = given ?? (Object.hasOwn(known, variable) ? known[variable] : undefined);
        if (value !== undefined) return [variable, value] as const;
        throw new AppError(
          'MCP_SERVER_INVALID',
          `The value of ${variable} must be entered again.`,
          {
            name,
            variable,
          },
        );
      });
      return { ...transport, env: Object.fromEntries(env) };
    },
    keep: (name, transport) =>
      transport.kind === 'http' || Object.keys(transport.env).length === 0
        ? forget(name)
        : secrets.set(secretName(name), JSON.stringify(transport.env)),
    forget,
  };
};
