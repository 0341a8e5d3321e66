// Plain JavaScript on Node built-ins: this runs before anything is built.
// @ts-check
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheFolder, projectNode, root } from './paths.mjs';

const electronPackage = path.join(root, 'node_modules', 'electron');
const dayMs = 24 * 60 * 60 * 1000;

/** @returns {string} the pinned version of Electron, e.g. "45.4.1" */
export function electronVersion() {
  return JSON.parse(readFileSync(path.join(electronPackage, 'package.json'), 'utf8')).version;
}

/**
 * Where Electron's own binary lies once it has been downloaded.
 * @returns {string | null} absolute path of the executable, or null while there is none
 */
export function findElectron() {
  const pathFile = path.join(electronPackage, 'path.txt');
  const versionFile = path.join(electronPackage, 'dist', 'version');
  if (!existsSync(pathFile) || !existsSync(versionFile)) return null;
  if (readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') !== electronVersion()) return null;
  const executable = path.join(electronPackage, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}

/**
 * Downloads Electron with its package's own installer. Only a stalled download is given up, so a
 * slow line gets its window and a blocked one costs seconds. A failure is remembered for a day per
 * version: a machine that cannot reach the download pays once and not at every start.
 * @param {{ stallMs: number, log: (line: string) => void }} options stallMs: how long nothing may
 *   arrive, ms; log: receives one line when a download is tried
 * @returns {Promise<{ executable: string } | { refused: string }>} refused: why there is no binary
 */
export async function fetchElectron({ stallMs, log }) {
  const present = findElectron();
  if (present) return { executable: present };
  const version = electronVersion();
  const remembered = readRefusal(version);
  if (remembered) return { refused: `${remembered}; tried within the last day` };
  log(`Fetching Electron ${version} for the desktop window`);
  const failure = await runInstaller(stallMs);
  const executable = findElectron();
  if (executable) return { executable };
  const refused = failure ?? 'its installer left no binary';
  rememberRefusal(version, refused);
  return { refused };
}

/**
 * @param {number} stallMs
 * @returns {Promise<string | null>} why it failed, or null
 */
async function runInstaller(stallMs) {
  const folder = mkdtempSync(path.join(tmpdir(), 'fabula-electron-'));
  const child = spawn(projectNode(), [path.join(electronPackage, 'install.js')], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text;
  });
  let stalled = false;
  let size = 0;
  let grownAt = Date.now();
  const watch = setInterval(() => {
    const now = sizeOf(folder) + sizeOf(path.join(electronPackage, 'dist'));
    if (now !== size) {
      size = now;
      grownAt = Date.now();
    } else if (Date.now() - grownAt > stallMs) {
      stalled = true;
      child.kill('SIGKILL');
    }
  }, 500);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    if (stalled) return `nothing arrived for ${Math.round(stallMs / 1000)} s`;
    return code === 0 ? null : (complaint.trim().split('\n')[0] ?? `exit code ${code}`);
  } finally {
    clearInterval(watch);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @returns {number} bytes of all files under it; 0 when it is not there
 */
function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true }).reduce((sum, entry) => {
    // A file may vanish between listing and looking; it then counts nothing.
    const found = statSync(path.join(folder, String(entry)), { throwIfNoEntry: false });
    return sum + (found?.size ?? 0);
  }, 0);
}

/** @returns {string} */
function refusalFile() {
  return path.join(cacheFolder(), 'electron-download.json');
}

/**
 * @param {string} version
 * @returns {string | null}
 */
function readRefusal(version) {
  if (!existsSync(refusalFile())) return null;
  try {
    const note = JSON.parse(readFileSync(refusalFile(), 'utf8'));
    const fresh = Date.now() - Number(note.at) < dayMs && Date.now() >= Number(note.at);
    return note.version === version && fresh ? String(note.reason) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // A torn note only costs one more try.
    throw error;
  }
}

/**
 * @param {string} version
 * @param {string} reason
 */
function rememberRefusal(version, reason) {
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(refusalFile(), `${JSON.stringify({ version, reason, at: Date.now() })}\n`);
}
