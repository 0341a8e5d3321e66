// Plain JavaScript on Node built-ins: this runs before anything is installed.
// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectNode, root } from './paths.mjs';
import { runToEnd } from './run-to-end.mjs';
import { isBuilt } from './sources.mjs';

const lock = path.join(root, 'package-lock.json');
const note = path.join(root, 'node_modules', '.fabula-lock-hash');

/**
 * Installs the locked packages when they are missing or the lock changed since.
 * @throws {Error} when npm fails, or when it had to change the lock and `strict` is set
 * @param {{ strict: boolean, log: (line: string) => void }} options
 */
export async function ensureInstalled({ strict, log }) {
  if (existsSync(note) && readFileSync(note, 'utf8') === lockHash()) return;
  log('Installing the packages of package-lock.json (about a minute the first time)');
  const before = readFileSync(lock, 'utf8');
  // Not `npm ci`: npm leaves packages of other platforms out of the lock and then refuses it.
  const code = await npm(['install', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Error(`npm install ended with ${code}`);
  const after = readFileSync(lock, 'utf8');
  if (pins(after) === pins(before)) {
    if (after !== before) writeFileSync(lock, before);
  } else if (strict) {
    throw new Error('package-lock.json does not fit package.json: npm changed it');
  }
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, lockHash());
}

/**
 * Builds dist/ when the sources changed since it was built.
 * @throws {Error} when the build fails
 * @param {{ log: (line: string) => void }} options
 */
export async function ensureBuilt({ log }) {
  if (isBuilt()) return;
  log('Building');
  const code = await runToEnd(projectNode(), [path.join(root, 'scripts/build.ts')]);
  if (code !== 0) throw new Error(`the build ended with ${code}`);
}

/**
 * @throws {Error} when the Node that would run our TypeScript is too old for it
 */
export function ensureNode() {
  const { stdout } = spawnSync(projectNode(), ['-p', 'process.versions.node'], {
    encoding: 'utf8',
  });
  const [major = 0, minor = 0] = stdout.trim().split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  throw new Error(`Node 22.18 or newer is needed on this platform; found ${stdout.trim()}`);
}

/** @returns {string} */
function lockHash() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}\0`);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * What a lock decides. Its other fields differ between versions of npm and between a first and a
 * second install.
 * @param {string} text of a package-lock.json
 * @returns {string} every package with its version and integrity
 */
function pins(text) {
  const packages = Object.entries(JSON.parse(text).packages);
  const lines = packages.map(([place, { version, integrity }]) =>
    [place, version, integrity].join(' '),
  );
  return lines.sort().join('\n');
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env.npm_execpath;
  // Under `npm start` the same npm goes on; started directly, it is the one on the PATH.
  if (script?.endsWith('.js')) return runToEnd(process.execPath, [script, ...args]);
  return runToEnd('npm', args, { shell: process.platform === 'win32' });
}
