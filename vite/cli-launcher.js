#!/usr/bin/env node
// Becomes dist/cli/fabula.js as it is. better-sqlite3 needs Node-API 10 and crashes without a word on
// an older Node, so an older one hands over to the Node installed beside the program.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

if (Number(process.versions.napi) >= 10) {
  if (process.channel && process.env.FABULA_HANDED_OVER === '1') {
    // Killing the program that was started must end this one too, however it was killed.
    process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
    process.channel.unref();
  }
  delete process.env.FABULA_HANDED_OVER;
  await import(new URL('./main.js', import.meta.url).href);
} else {
  const newer = newerNode();
  if (newer) handOver(newer);
  else {
    process.stderr.write(
      `Fabula needs Node 22.14 or newer; this is ${process.version}. Run "npm install" in its folder, or start it with a newer Node.\n`,
    );
    process.exitCode = 1;
  }
}

function newerNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const modules = path.resolve(here, '../../../node_modules');
  const candidate = path.join(modules, `node-${system}-${process.arch}`, 'bin', name);
  return existsSync(candidate) ? candidate : null;
}

/** @param {string} node absolute path of the executable to continue with */
function handOver(node) {
  const child = spawn(node, [here, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, FABULA_HANDED_OVER: '1' },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === 'SIGINT' ? 2 : signal === 'SIGTERM' ? 15 : 9);
  });
}
