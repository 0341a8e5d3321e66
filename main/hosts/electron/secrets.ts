/** Keeps secrets in the system's keychain. */
import { readFile } from 'node:fs/promises';
import { Mutex } from 'async-mutex';
import { safeStorage } from 'electron';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { Secrets } from '#main/platform.ts';

/** Name → what the keychain encrypted, in base64. */
const Stored = z.record(z.string(), z.base64());

const readStored = async (file: string): Promise<Record<string, string>> => {
  try {
    return Stored.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
};

/**
 * Keys of endpoints, encrypted by the operating system's keychain. To be asked for once the app is ready.
 * @returns null where there is no keychain: Chromium's fallback encrypts with a password everyone knows
 */
export const createSecrets = (file: string): Secrets | null => {
  const linux = process.platform === 'linux';
  if (linux && safeStorage.getSelectedStorageBackend() === 'basic_text') return null;
  if (!safeStorage.isEncryptionAvailable()) return null;
  const oneAtATime = new Mutex();
  const change = (edit: (storedSecrets: Record<string, string>) => void): Promise<void> =>
    oneAtATime.runExclusive(async () => {
      const storedSecrets = await readStored(file);
      edit(storedSecrets);
      await writeFileAtomic(file, `${JSON.stringify(storedSecrets)}\n`, { mode: 0o600 });
    });
  return {
    available: () => true,
    async get(name) {
      const storedSecrets = await readStored(file);
      const hidden = Object.hasOwn(storedSecrets, name) ? storedSecrets[name] : undefined;
      return hidden === undefined ? null : safeStorage.decryptString(Buffer.from(hidden, 'base64'));
    },
    set: (name, value) =>
      change((storedSecrets) => {
        storedSecrets[name] = safeStorage.encryptString(value).toString('base64');
      }),
    remove: (name) =>
      change((storedSecrets) => {
        delete storedSecrets[name];
      }),
  };
};
