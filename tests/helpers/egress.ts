import type { Database } from 'better-sqlite3';
import { createEgress } from '#main/egress/index.ts';
import type { EgressService } from '#main/egress/service.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { createPurse } from '#main/purse/index.ts';
import { openStoreWorld } from './stores.ts';

const quiet: Logger = { log: () => undefined };

/** The way out over a given database, with a purse of its own. */
export const egressOver = (
  database: Database,
  clock: Clock,
  logger: Logger = quiet,
): EgressService => {
  const events = { emit: () => undefined };
  const purse = createPurse({ database, clock, events, logger });
  return createEgress({ database, clock, logger, purse });
};

/** The way out over a database of its own. */
export const openEgress = (): EgressService & { end(): void } => {
  const { database, clock, close } = openStoreWorld();
  return { ...egressOver(database, clock), end: close };
};
