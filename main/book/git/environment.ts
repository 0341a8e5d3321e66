/** The surroundings git runs in. */
import { delimiter, isAbsolute } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What git, ssh and helpers for passwords need; everything else stays here, above all keys and `GIT_DIR` of somebody's hook. */
const kept = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'XDG_CONFIG_HOME'],
  ...['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'USERPROFILE', 'USERNAME'],
  ...['APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ProgramFiles', 'HOMEDRIVE', 'HOMEPATH'],
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'GNUPGHOME', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME'],
  ...['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy'],
  ...['all_proxy', 'no_proxy', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO'],
  ...[
    'GIT_SSH',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_SYSTEM',
    'GIT_CONFIG_NOSYSTEM',
  ],
  ...['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'],
];

/** Nobody is there to answer: what asks fails. Answers are parsed, so they come in one language. */
const unasked = {
  GIT_TERMINAL_PROMPT: '0',
  SSH_ASKPASS_REQUIRE: 'never',
  GIT_EDITOR: 'true',
  GIT_MERGE_AUTOEDIT: 'no',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
  LC_ALL: 'C',
  LANGUAGE: 'C',
};

/** Folders in which programs are looked for; none that depends on where a program runs: a book may bring a `git` of its own. */
export const searchedFolders = (environment: Environment): string[] =>
  (environment['PATH'] ?? environment['Path'] ?? '')
    .split(delimiter)
    .filter((one) => isAbsolute(one));

export const gitEnvironment = (environment: Environment): Record<string, string> => {
  const clean: Record<string, string> = {};
  for (const name of kept) {
    const value = environment[name];
    if (value !== undefined) clean[name] = value;
  }
  const PATH = searchedFolders(environment).join(delimiter);
  const ssh = clean['GIT_SSH'] === undefined && clean['GIT_SSH_COMMAND'] === undefined;
  return {
    ...(ssh ? { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=30' } : {}),
    ...clean,
    PATH,
    ...unasked,
  };
};
