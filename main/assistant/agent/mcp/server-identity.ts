/** What makes a server the one that the writer confirmed. */
import { createHash } from 'node:crypto';
import type { McpTransportShown } from '#shared/domain/mcp-server.ts';
import { hideInAddress } from './hidden-address.ts';

const ordered = <V>(env: Readonly<Record<string, V>>): [string, V][] =>
  Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1));

/** Equal for equal transports only: what the writer confirmed is this, to the last argument. */
export const fingerprintServer = (transport: McpTransportShown): string => {
  const identity =
    transport.kind === 'http'
      ? ['http', transport.url]
      : ['stdio', transport.command, transport.args, ordered(transport.env)];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
};

const word = (text: string): string =>
  /^[\p{L}\p{N}@%+=:,./_-]+$/u.test(text) ? text : JSON.stringify(text);

const shortDigest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * What a person is asked about: the program, or the address. Arguments, values and what an address hides may be keys: a
 * digest each, so that a changed one is another line. Those that are not known here are left out.
 */
export const serverLine = (transport: McpTransportShown): string => {
  if (transport.kind === 'http') {
    const shown = hideInAddress(transport.url);
    return shown === transport.url ? shown : `${shown} #${shortDigest(transport.url)}`;
  }
  const names = ordered(transport.env).map(([name, value]) =>
    value === null ? name : `${name}=#${shortDigest(value)}`,
  );
  const args = transport.args.filter((arg) => typeof arg === 'string');
  return [...names, word(transport.command), ...args.map((arg) => `#${shortDigest(arg)}`)].join(
    ' ',
  );
};
