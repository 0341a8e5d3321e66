/**
 * Preloaded into a program under test (`--import`), in its workers too: notes every connection it opens, every request
 * it makes over one (also one that was open already), every name it asks for and every program it starts, as lines of
 * JSON in the file SOCKET_SPY names.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { subscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { isMainThread } from 'node:worker_threads';

type Callable = (this: unknown, ...args: unknown[]) => unknown;

const file = process.env.SOCKET_SPY ?? '';
const note = (seen: object): void => appendFileSync(file, `${JSON.stringify(seen)}\n`);

const spyOn = (owner: object, name: string, describe: (...args: unknown[]) => object): void => {
  const own = Reflect.get(owner, name) as Callable;
  const spied: Callable = function spied(...args) {
    note(describe(...args));
    return own.apply(this, args);
  };
  Reflect.set(owner, name, spied);
};

const Target = { host: 'localhost', port: Number.NaN };

const describeConnection = (first: unknown): object => {
  const target: unknown = Array.isArray(first) ? first[0] : first;
  const { host, port } = { ...Target, ...(typeof target === 'object' ? target : { port: target }) };
  return { kind: 'connect', host, port: Number(port) };
};

spyOn(net.Socket.prototype, 'connect', describeConnection);
for (const owner of [dns, dns.promises]) {
  for (const name of Object.keys(owner).filter((key) => /^(?:lookup|resolve|reverse)/.test(key))) {
    spyOn(owner, name, (host) => ({ kind: 'name', host: String(host) }));
  }
}
for (const owner of [dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(owner))) {
    if (/^(?:resolve|reverse)/.test(name)) {
      spyOn(owner, name, (host) => ({ kind: 'name', host: String(host) }));
    }
  }
}
spyOn(dgram, 'createSocket', () => ({ kind: 'datagram' }));
spyOn(dgram.Socket.prototype, 'send', () => ({ kind: 'datagram' }));
// As `fetch` and as `node:http` tell of themselves: connections are kept alive, and one more request opens none.
subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { method: string; origin: string } };
  note({ kind: 'request', method: request.method, origin: new URL(request.origin).origin });
});
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  const { method, protocol, host } = request;
  note({
    kind: 'request',
    method,
    origin: new URL(`${protocol}//${request.getHeader('host') ?? host}`).origin,
  });
});
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  spyOn(childProcess, name, (program) => ({ kind: 'program', program: String(program) }));
}
syncBuiltinESMExports();
note({ kind: 'ready', isMainThread });
