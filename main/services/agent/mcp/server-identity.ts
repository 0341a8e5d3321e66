import { createHash } from 'node:crypto';
import type { McpTransport, McpTransportShown } from '#shared/domain/mcp-server.ts';

const ordered = <V>(env: Readonly<Record<string, V>>): [string, V][] =>
  Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1));

/** Equal for equal transports only: what the writer confirmed is this, to the last argument. */
export const fingerprint = (transport: McpTransportShown): string => {
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

/** What a person is asked about: the command line, or the address. Values of variables may be keys: a digest each. */
export const serverLine = (transport: McpTransport): string => {
  if (transport.kind === 'http') return transport.url;
  const names = ordered(transport.env).map(([name, value]) => `${name}=#${shortDigest(value)}`);
  return [...names, word(transport.command), ...transport.args.map(word)].join(' ');
};
