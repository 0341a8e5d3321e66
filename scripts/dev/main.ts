/** `npm run dev [-- --electron] [--data-dir D] [--port N]`: hot reload in the browser or in a window. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { developInElectron } from './electron.ts';
import { developInBrowser } from './web.ts';

const { values } = parseArgs({
  options: {
    electron: { type: 'boolean', default: false },
    'data-dir': { type: 'string' },
    port: { type: 'string', default: '5173' },
  },
});
const dataDir = values['data-dir'];
const environment = {
  ...process.env,
  ...(dataDir ? { FABULA_DATA_DIR: path.resolve(dataDir) } : {}),
};
const stop = () => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, stop);
}
process.channel?.unref();

const develop = values.electron ? developInElectron : developInBrowser;
await develop({ port: Number(values.port), environment });
