/**
 * What a command may hold to be one command to every shell (sh, bash, cmd, PowerShell). Nothing that chains, pipes,
 * redirects, substitutes, escapes, groups, comments or ends a line is among it.
 */
const plain = /^[\p{L}\p{N}\p{M} \t"'._,:/+*?[\]-]*$/u;
const program = /^[A-Za-z0-9_.][A-Za-z0-9_./+-]*$/;
const subcommand = /^[a-z][a-z0-9-]*$/;

/** They only read, whatever their options: the program alone makes a rule. */
const readers = new Set(
  (
    'ls cat head tail wc stat du df pwd echo whoami uname basename dirname realpath cmp diff comm cut nl tac rev ' +
    'grep egrep fgrep tr md5sum sha1sum sha256sum which'
  ).split(' '),
);

/** They run, change or send whatever their arguments say: only the very same command is the same permission. */
const wide = new Set(
  (
    'rm rmdir mv cp dd ln install sudo doas su env xargs nohup time timeout nice setsid exec eval command builtin ' +
    'source . find ssh scp rsync chmod chown kill pkill killall tee truncate shred curl wget sed awk gawk perl ' +
    'python python3 ruby php node deno bun sh bash zsh dash fish ksh cmd powershell pwsh watch parallel busybox'
  ).split(' '),
);

/** An absolute path, perhaps behind a quote or an option's name, or one that climbs: where no rule for others leads. */
const leavesProject = /(?:^|[\s"'=:,])(?:\/|[A-Za-z]:[\\/])|\.\./;

const beginningOf = (command: string): string | null => {
  if (!plain.test(command) || leavesProject.test(command)) return null;
  const [first = '', second = ''] = command.split(/[ \t]+/);
  if (!program.test(first)) return null;
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
  if (wide.has(name)) return null;
  if (readers.has(first)) return first;
  return subcommand.test(second) ? `${first} ${second}` : null;
};

/** How a command is started, besides its words. */
export type CommandSetting = {
  /** Given: the program is started directly and no shell reads the words. */
  args?: readonly string[] | undefined;
  cwd?: string | undefined;
  env?: Readonly<Record<string, string>> | undefined;
};

/**
 * What a standing permission for a command covers: `git status …`, every command with that beginning, or
 * `$ make | tail`, this command only. Commands of which a shell could make more than one never get a beginning,
 * and no rule of the one form can equal one of the other.
 */
export const commandRule = (command: string, setting: CommandSetting = {}): string => {
  const { args, env = {}, cwd = '' } = setting;
  const trimmed = command.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  const elsewhere = {
    ...(cwd === '' || cwd === '.' ? {} : { cwd }),
    ...(Object.keys(env).length > 0 ? { env: Object.fromEntries(Object.entries(env).sort()) } : {}),
  };
  const words = args === undefined ? `$ ${trimmed}` : JSON.stringify([command, ...args]);
  if (Object.keys(elsewhere).length > 0) return `${JSON.stringify(elsewhere)} ${words}`;
  const beginning = args === undefined ? beginningOf(trimmed) : null;
  return beginning === null ? words : `${beginning} …`;
};
