/** Keys of model endpoints, from the keychain or the environment. */
import type { KeySource } from '#shared/domain/model-profile.ts';
import type { Secrets } from '#main/platform.ts';
import type { KeyFile } from './key-file.ts';
import { createSecretStore } from './secret-store.ts';

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

/** The system's keychain where there is one, an encrypted file where there is none, the environment besides. */
export const createKeyStore = (dependencies: {
  secrets: Secrets | null;
  file: KeyFile;
  environment: Readonly<Record<string, string | undefined>>;
}): KeyStore => {
  const store = createSecretStore(dependencies);
  const get: KeyStore['get'] = async (profileId) => {
    const own = await store.get(secretName(profileId));
    if (own) return { key: own, source: store.storage() };
    const fromEnvironment = dependencies.environment[keyVariable(profileId)]?.trim();
    return fromEnvironment ? { key: fromEnvironment, source: 'environment' } : null;
  };
  return {
    storage: store.storage,
    get,
    source: async (profileId) => (await get(profileId))?.source ?? 'none',
    set: (profileId, key) => store.set(secretName(profileId), key),
    remove: (profileId) => store.remove(secretName(profileId)),
  };
};
