import { createEgress } from '#main/egress/index.ts';
import type { EgressService } from '#main/egress/service.ts';
import { openStoreWorld } from './stores.ts';

/** The way out over a database of its own. */
export const openEgress = (): EgressService & { end(): void } => {
  const { database, clock, close } = openStoreWorld();
  return {
    ...createEgress({ database, clock, logger: { log: () => undefined } }),
    end: close,
  };
};
