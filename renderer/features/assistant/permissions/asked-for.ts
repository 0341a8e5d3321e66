import type { PermissionRequest } from '#shared/domain/conversation.ts';
import type { Json } from '#shared/errors.ts';

type Fields = Readonly<Record<string, Json | undefined>>;

/** What exactly a tool wants to do, as far as a person needs it to decide. */
export type AskedFor = {
  kind: 'command' | 'terminal' | 'web' | 'server' | 'tool';
  /** The whole command, address or server's command line; of other tools their input. */
  exact: string;
  /** Host or tool, for the sentence. */
  name: string;
  /** What "always" would allow from now on. */
  covers: string;
};

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const quoteArgument = (argument: string): string =>
  /^[\w./:=@%+,-]+$/u.test(argument) ? argument : JSON.stringify(argument);

const commandLine = (input: Fields): string => {
  const args = Array.isArray(input.args) ? input.args.map((one) => quoteArgument(text(one))) : [];
  return [text(input.command), ...args].join(' ');
};

const pretty = (input: Json): string =>
  typeof input === 'string' ? input : JSON.stringify(input, null, 2);

export function askedFor({ tool, input, rule }: PermissionRequest): AskedFor {
  const fields: Fields =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {};
  const covers = rule.replace(/^\$ /, '');
  if (tool === 'Bash') return { kind: 'command', exact: commandLine(fields), name: tool, covers };
  if (tool.startsWith('terminal_') && text(fields.command) !== '') {
    return { kind: 'terminal', exact: commandLine(fields), name: tool, covers };
  }
  if (tool === 'web_read') {
    const url = text(fields.url);
    return { kind: 'web', exact: url, name: URL.canParse(url) ? new URL(url).host : rule, covers };
  }
  if (tool.startsWith('mcp:')) return { kind: 'server', exact: rule, name: tool.slice(4), covers };
  return { kind: 'tool', exact: pretty(input), name: tool, covers };
}
