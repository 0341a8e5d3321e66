/** Keeps keys in an encrypted file where the system has no keychain. */
import { systemCode } from '#main/base/failures/system-code.ts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mutex } from 'async-mutex';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';

/** Keys where the system has no keychain. */
export type KeyFile = {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
};

const Sealed = z.object({ nonce: z.base64(), tag: z.base64(), data: z.base64() });
const Contents = z.record(z.string(), Sealed);
type Contents = z.infer<typeof Contents>;

const cipher = 'aes-256-gcm';
const ownerOnly = { mode: 0o600 };

const readIfThere = async (file: string): Promise<Buffer | null> => {
  try {
    return await readFile(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
};

/**
 * AES-256-GCM, one nonce per value, the name as additional data so that values cannot change places. The key lies
 * in a file beside it, both readable by their owner alone: that keeps keys out of backups of the database, search
 * indexes and careless copies of one file; it cannot keep them from whoever can read the whole folder, and the
 * interface says so.
 */
export const createKeyFile = (folder: string): KeyFile => {
  const keyPath = join(folder, 'master.key');
  const valuesPath = join(folder, 'model-keys.json');
  const oneAtATime = new Mutex();

  const masterKey = async (): Promise<Buffer> => {
    const known = await readIfThere(keyPath);
    if (known) return known;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const fresh = randomBytes(32);
    await writeFileAtomic(keyPath, fresh, ownerOnly);
    return fresh;
  };
  const contents = async (): Promise<Contents> => {
    const bytes = await readIfThere(valuesPath);
    return bytes ? Contents.parse(JSON.parse(bytes.toString('utf8'))) : {};
  };
  const change = (edit: (values: Contents) => Promise<void> | void): Promise<void> =>
    oneAtATime.runExclusive(async () => {
      const values = await contents();
      await edit(values);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(valuesPath, `${JSON.stringify(values)}\n`, ownerOnly);
    });

  return {
    async get(name) {
      const values = await contents();
      const sealed = Object.hasOwn(values, name) ? values[name] : undefined;
      if (!sealed) return null;
      const opener = createDecipheriv(
        cipher,
        await masterKey(),
        Buffer.from(sealed.nonce, 'base64'),
      );
      opener.setAAD(Buffer.from(name, 'utf8'));
      opener.setAuthTag(Buffer.from(sealed.tag, 'base64'));
      const opened = [opener.update(Buffer.from(sealed.data, 'base64')), opener.final()];
      return Buffer.concat(opened).toString('utf8');
    },
    set: (name, value) =>
      change(async (values) => {
        const nonce = randomBytes(12);
        const sealer = createCipheriv(cipher, await masterKey(), nonce);
        sealer.setAAD(Buffer.from(name, 'utf8'));
        const data = Buffer.concat([sealer.update(value, 'utf8'), sealer.final()]);
        values[name] = {
          nonce: nonce.toString('base64'),
          tag: sealer.getAuthTag().toString('base64'),
          data: data.toString('base64'),
        };
      }),
    remove: (name) =>
      change((values) => {
        delete values[name];
      }),
  };
};
