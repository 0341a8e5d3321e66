import type { KeySource } from '#shared/domain/model-profile.ts';
import { AppError } from '#shared/errors.ts';
import type { Secrets } from '#main/platform.ts';
import type { KeyFile } from './key-file.ts';

/** Keys of model endpoints, by profile id. The only place that ever hands one out; nothing of it is logged. */
export type KeyStore = {
  /** Where `set` would keep a key on this host. */
  storage(): 'keychain' | 'file';
  /** The stored key, else that of the environment. MODEL_KEY_STORE_FAILED. */
  get(profileId: string): Promise<{ key: string; source: KeySource } | null>;
  source(profileId: string): Promise<KeySource>;
  /** MODEL_KEY_STORE_FAILED. */
  set(profileId: string, key: string): Promise<void>;
  remove(profileId: string): Promise<void>;
};

/** `FABULA_API_KEY_` and the id in capitals, everything else as underscore. */
export const keyVariable = (profileId: string): string =>
  `FABULA_API_KEY_${profileId.toUpperCase().replace(/[^A-Z0-9]/gu, '_')}`;

const secretName = (profileId: string): string => `model:${profileId}`;

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The cause is not passed on: what a keychain says may quote what it was given.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new AppError('MODEL_KEY_STORE_FAILED', 'The store of keys failed.', { cause: code });
  }
};

/** The system's keychain where there is one, an encrypted file where there is none, the environment besides. */
export const createKeyStore = (needs: {
  secrets: Secrets | null;
  file: KeyFile;
  environment: Readonly<Record<string, string | undefined>>;
}): KeyStore => {
  const keychain = needs.secrets?.available() ? needs.secrets : null;
  const stored = (profileId: string): Promise<string | null> =>
    guarded(() => (keychain ? keychain.get(secretName(profileId)) : needs.file.get(profileId)));
  const get: KeyStore['get'] = async (profileId) => {
    const own = await stored(profileId);
    if (own) return { key: own, source: keychain ? 'keychain' : 'file' };
    const fromEnvironment = needs.environment[keyVariable(profileId)]?.trim();
    return fromEnvironment ? { key: fromEnvironment, source: 'environment' } : null;
  };
  return {
    storage: () => (keychain ? 'keychain' : 'file'),
    get,
    source: async (profileId) => (await get(profileId))?.source ?? 'none',
    set: (profileId, key) =>
      guarded(() =>
        keychain ? keychain.set(secretName(profileId), key) : needs.file.set(profileId, key),
      ),
    remove: (profileId) =>
      guarded(() =>
        keychain ? keychain.remove(secretName(profileId)) : needs.file.remove(profileId),
      ),
  };
};
