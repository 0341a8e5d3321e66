import { AppError } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';
import { type SecretValues, withoutValues } from './secret-values.ts';
import type { McpStore } from './store.ts';

/**
 * Moves the values that an earlier version kept in the database to the store of secrets. Where that cannot be done they
 * stay, work as before, and the next start tries again.
 */
export const hideValues = async (
  store: McpStore,
  values: SecretValues,
  logger: Logger,
): Promise<void> => {
  for (const { name, transport: plain, identity, line, isPlain } of store.list()) {
    if (!isPlain) continue;
    try {
      await values.keep(name, await values.fill(name, plain));
      store.cleanse({ name, transport: withoutValues(plain), identity, line });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.log('warn', 'the values of an MCP server could not be hidden', {
        server: name,
        code: error.code,
      });
    }
  }
};
