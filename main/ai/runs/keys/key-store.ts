/** Keys of model endpoints, from the keychain or the environment. */
import type { Database } from 'better-sqlite3';
import type { KeySource } from '#shared/domain/model-profile.ts';
import type { Secrets } from '#main/platform.ts';
import type { KeyFile } from './key-file.ts';
import { createKeyOrigins, type KeyOrigins } from './key-origins.ts';
import { createSecretStore } from './secret-store.ts';

/** Whose key it is, and where it would be sent. */
export type KeyOwner = { id: string; baseUrl: string };

/**
 * Keys of model endpoints. The only place that ever hands one out; nothing of it is logged. A key belongs to scheme, host
 * and port it was given for: for another address there is none.
 */
export type KeyStore = {
  /** Where `set` would keep a key on this host. */
  storage(): 'keychain' | 'file';
  /** The stored key, else that of the environment. MODEL_KEY_STORE_FAILED. */
  get(owner: KeyOwner): Promise<{ key: string; source: KeySource } | null>;
  source(owner: KeyOwner): Promise<KeySource>;
  /** The variable of the environment that is read for it; at another address than before it is another one. */
  variable(owner: KeyOwner): string;
  /** MODEL_KEY_STORE_FAILED. */
  set(owner: KeyOwner, key: string): Promise<void>;
  remove(id: string): Promise<void>;
};

const inCapitals = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/gu, '_');
const originOf = ({ baseUrl }: KeyOwner): string => new URL(baseUrl).origin;
const secretName = (id: string): string => `model:${id}`;

/** `FABULA_API_KEY_` and the id, and behind it the address for any but the first it was given for. */
const variableOf = (owner: KeyOwner, origins: KeyOrigins): string => {
  const variable = `FABULA_API_KEY_${inCapitals(owner.id)}`;
  const origin = originOf(owner);
  if (origins.claim(variable, origin) === origin) return variable;
  return `${variable}_${inCapitals(origin).replace(/_+/gu, '_')}`;
};

/** Kept with the address before it; earlier versions kept the key alone. */
const readKept = (kept: string): { origin: string | null; key: string } => {
  const end = kept.indexOf('\n');
  return end === -1
    ? { origin: null, key: kept }
    : { origin: kept.slice(0, end), key: kept.slice(end + 1) };
};

/** The system's keychain where there is one, an encrypted file where there is none, the environment besides. */
export const createKeyStore = (dependencies: {
  secrets: Secrets | null;
  file: KeyFile;
  environment: Readonly<Record<string, string | undefined>>;
  database: Database;
}): KeyStore => {
  const { environment } = dependencies;
  const origins = createKeyOrigins(dependencies.database);
  const store = createSecretStore(dependencies);
  const variable: KeyStore['variable'] = (owner) => variableOf(owner, origins);
  const set: KeyStore['set'] = (owner, key) =>
    store.set(secretName(owner.id), `${originOf(owner)}\n${key}`);
  const stored = async (owner: KeyOwner): Promise<string | null> => {
    const kept = await store.get(secretName(owner.id));
    if (!kept) return null;
    const { origin, key } = readKept(kept);
    if (origin === null) await set(owner, key);
    return origin === null || origin === originOf(owner) ? key : null;
  };
  const get: KeyStore['get'] = async (owner) => {
    const own = await stored(owner);
    if (own) return { key: own, source: store.storage() };
    const fromEnvironment = environment[variable(owner)]?.trim();
    return fromEnvironment ? { key: fromEnvironment, source: 'environment' } : null;
  };
  return {
    storage: store.storage,
    get,
    source: async (owner) => (await get(owner))?.source ?? 'none',
    variable,
    set,
    remove: (id) => store.remove(secretName(id)),
  };
};
