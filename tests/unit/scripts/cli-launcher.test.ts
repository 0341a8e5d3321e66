import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launcher = new URL('../../../vite/cli-launcher.js', import.meta.url);
const program = `
if (process.argv[2] === 'wait') { setInterval(() => {}, 1000); console.log(process.pid); }
else { console.log(JSON.stringify([process.argv.slice(2), process.env.FABULA_HANDED_OVER ?? null])); process.exitCode = 3; }
`;
/** Makes the Node under test tell the Node-API version of an old one. */
const pretendOld = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '9' } });`;

let folder: string;
let entry: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fabula-launcher-'));
  entry = path.join(folder, 'dist/cli/fabula.js');
  await mkdir(path.dirname(entry), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await copyFile(launcher, entry);
  await writeFile(path.join(folder, 'dist/cli/main.js'), program);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const provideNewerNode = async () => {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const bin = path.join(folder, `node_modules/node-${system}-${process.arch}/bin`);
  await mkdir(bin, { recursive: true });
  await symlink(process.execPath, path.join(bin, name));
};

const start = (old: boolean, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [...(old ? ['--import', pretendOld] : []), entry, ...args]);

const outcome = async (child: ChildProcess) => {
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  return { code: await ended, stdout: stdout.trim(), stderr };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the command fabula', () => {
  it('runs at once under a Node that can load SQLite', async () => {
    const { code, stdout } = await outcome(start(false, 'call', 'x y'));
    expect({ code, said: JSON.parse(stdout) }).toEqual({ code: 3, said: [['call', 'x y'], null] });
  });

  it('hands arguments and exit code over to the newer Node beside it', async () => {
    await provideNewerNode();
    const { code, stdout } = await outcome(start(true, 'call', 'x y'));
    expect({ code, said: JSON.parse(stdout) }).toEqual({ code: 3, said: [['call', 'x y'], null] });
  });

  it('says what is missing where there is no newer Node', async () => {
    const { code, stdout, stderr } = await outcome(start(true, 'call'));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Fabula needs Node 22.14 or newer');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'F17 leaves nothing running after %s, so that the data folder is free again',
    async (signal) => {
      await provideNewerNode();
      const child = start(true, 'wait');
      const line = await new Promise<string>((resolve) => {
        child.stdout?.once('data', (chunk) => resolve(String(chunk)));
      });
      const pid = Number(line);
      expect(pid).not.toBe(child.pid);
      child.kill(signal);
      await expect.poll(() => isAlive(pid)).toBe(false);
    },
  );
});
