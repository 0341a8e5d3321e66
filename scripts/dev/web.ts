import { spawn } from 'node:child_process';
import type { ClientRequest } from 'node:http';
import { createServer as createProbe } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createServer, type ProxyOptions } from 'vite';
import { projectNode, root } from '../bootstrap/paths.mjs';

export interface Development {
  /** Port of the Vite server; the next free one when it is taken. */
  readonly port: number;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The interface from Vite with hot reload; calls and events go on to the web host, which runs from
 * TypeScript and starts again when a source of it changes.
 */
export async function developInBrowser({ port, environment }: Development): Promise<void> {
  const hostPort = await freePort();
  let token = '';
  const host = spawn(
    projectNode(),
    [
      ...['--watch', '--watch-preserve-output', 'main/hosts/cli/fabula.ts', 'serve'],
      ...['--port', String(hostPort), '--no-open', '--json'],
    ],
    { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  process.once('exit', () => host.kill('SIGTERM'));
  host.once('exit', (code) => process.exit(code ?? 1));
  createInterface(host.stdout).on('line', (line) => {
    const ready = /"token":\s*"([^"]+)"/.exec(line)?.[1];
    if (ready) token = ready;
    else process.stdout.write(`${line}\n`);
  });

  const target = `http://127.0.0.1:${hostPort}`;
  const authorise = (request: ClientRequest) => {
    // Every start of the host has its own token; the page need not know which is in force.
    request.setHeader('authorization', `Bearer ${token}`);
    request.setHeader('origin', target);
  };
  const proxied: ProxyOptions = {
    target,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReq', authorise);
    },
  };
  const vite = await createServer({
    configFile: path.join(root, 'vite/renderer.config.ts'),
    logLevel: 'info',
    server: {
      host: '127.0.0.1',
      port,
      // A channel's name has neither slash nor dot; the renderer's own folder rpc/ is Vite's to serve.
      proxy: { '^/rpc/[^/.]+$': proxied, '^/events(\\?|$)': proxied },
    },
  });
  await vite.listen();
  vite.printUrls();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createProbe().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free port'));
      });
    });
  });
}
