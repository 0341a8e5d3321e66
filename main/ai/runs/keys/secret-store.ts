/** Keeps secrets by name, in the keychain or an encrypted file. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { AppError } from '#shared/errors.ts';
import type { Secrets } from '#main/platform.ts';
import type { KeyFile } from './key-file.ts';

/** Secrets by name: the system's keychain where there is one, an encrypted file where there is none. */
export type SecretStore = {
  /** Where `set` would keep a secret on this host. */
  storage(): 'keychain' | 'file';
  /** MODEL_KEY_STORE_FAILED; the same for `set` and `remove`. */
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
};

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The cause is not passed on: what a keychain says may quote what it was given.
    const code = systemCode(error) || 'unknown';
    throw new AppError('MODEL_KEY_STORE_FAILED', 'The store of keys failed.', { cause: code });
  }
};

export const createSecretStore = (dependencies: {
  secrets: Secrets | null;
  file: KeyFile;
}): SecretStore => {
  const keychain = dependencies.secrets?.available() ? dependencies.secrets : null;
  const place = keychain ?? dependencies.file;
  return {
    storage: () => (keychain ? 'keychain' : 'file'),
    get: (name) => guarded(() => place.get(name)),
    set: (name, value) => guarded(() => place.set(name, value)),
    remove: (name) => guarded(() => place.remove(name)),
  };
};
