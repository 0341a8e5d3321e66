import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { outcomeOf } from '../run-program.ts';

/** Chromium without a browser's own window around each page, which is a fifth of what a page costs. */
const headlessShell = 'chromium-headless-shell';

/** What e2e tests need of a Debian machine beside a browser: a display, fonts and Electron's libraries. */
const debianPackages = [
  'fonts-noto-cjk xvfb xauth libnss3 libatk1.0-0 libatk-bridge2.0-0 libcups2 libgtk-3-0',
  'libgbm1 libasound2 libxss1 libxtst6',
  // For the one native build of scripts/electron-runtime.
  'g++ make python3',
].flatMap((names) => names.split(' '));

const chromiums = [
  `/usr/bin/${headlessShell}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Absolute path of the first Chromium there is (`FABULA_CHROMIUM` first), or null. */
export function findChromium(): string | null {
  const wanted = [process.env.FABULA_CHROMIUM ?? '', ...chromiums];
  return wanted.find((candidate) => candidate !== '' && existsSync(candidate)) ?? null;
}

/** Absolute path of a program on the PATH, or null. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/**
 * Installs what is missing with apt, where this is Debian and we are root.
 * @param log receives one line when something is installed
 * @returns why the system could not be completed, or null when nothing is missing
 */
export async function completeSystem(log: (line: string) => void): Promise<string | null> {
  if (process.platform !== 'linux' || !findProgram('apt-get')) return null;
  const missing = await missingPackages(debianPackages);
  if (process.getuid?.() !== 0) {
    const absent = findChromium() ? missing : [...missing, 'chromium'];
    return absent.length === 0 ? null : `missing Debian packages: ${absent.join(' ')}`;
  }
  const shell = await missingPackages([headlessShell]);
  const failure = await installPackages([...missing, ...shell], log);
  if (failure === null || shell.length === 0) return failure;
  // Any other Chromium does as well, only slower.
  return installPackages(findChromium() ? missing : [...missing, 'chromium'], log);
}

/** Null when all are there, else why not. */
async function installPackages(
  packages: readonly string[],
  log: (line: string) => void,
): Promise<string | null> {
  if (packages.length === 0) return null;
  log(`Installing Debian packages: ${packages.join(' ')}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await outcomeOf('apt-get', ['update'], '/', environment);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const { code, stderr } = await outcomeOf('apt-get', install, '/', environment);
  if (code === 0) return null;
  return `apt-get could not install ${packages.join(' ')}: ${(stderr || update.stderr).trim().slice(-500)}`;
}

async function missingPackages(names: readonly string[]): Promise<string[]> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholders.
  const query = ['-W', '-f', '${Package} ${db:Status-Abbrev}\\n', ...names];
  const { stdout } = await outcomeOf('dpkg-query', query, '/');
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.includes(' ii'))
      .map((line) => line.split(' ')[0]),
  );
  return names.filter((name) => !installed.has(name));
}
