/** Moves secrets of older versions out of the database. */
import { AppError } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import { type SecretValues, redactSecretValues } from './secret-values.ts';
import { serverLine } from './server-identity.ts';
import type { McpStore } from './store.ts';

/**
 * Moves what an earlier version kept in the database to the store of secrets, then has the older backups go, which hold
 * it too. Where that cannot be done it stays, works as before, and the next start tries again.
 */
export const hideSecretValues = async (
  store: McpStore,
  values: SecretValues,
  logger: Logger,
  forgetOlderBackups: () => Promise<boolean>,
): Promise<void> => {
  for (const { name, transport: plain, identity, isPlain } of store.list()) {
    if (!isPlain) continue;
    try {
      const whole = await values.fill(name, plain);
      await values.keep(name, whole);
      const transport = redactSecretValues(whole);
      store.cleanse({ name, transport, identity, line: serverLine(whole) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.log('warn', 'the values of an MCP server could not be hidden', {
        server: name,
        code: error.code,
      });
    }
  }
  const servers = store.list();
  if (!servers.some(({ inBackups }) => inBackups) || servers.some(({ isPlain }) => isPlain)) return;
  if (await forgetOlderBackups()) store.noteNoBackups();
};
