/** The outputs of commands under way. */
import { systemCode } from '#main/base/failures/system-code.ts';
import type { Logger } from '#main/platform.ts';
import { createSpool, type Spool, type SpoolLimits } from './spool.ts';
import { removeAbandonedOutputs } from './spool-folder.ts';

const mebi = 1024 * 1024;
export const defaultSpoolLimits: SpoolLimits = {
  memory: mebi,
  withoutFile: 32 * mebi,
  total: 200 * mebi,
};

/** Outputs that could not be offloaded wait for a retry (S1-15); so many of them. */
const maxKept = 8;

/** The outputs of commands under way, and of those that must still be read once more. */
export type Spools = {
  open(): Spool;
  discard(spool: Spool): Promise<void>;
  /** Leaves it readable until newer ones take its place, or the end. */
  keep(spool: Spool): Promise<void>;
  close(): Promise<void>;
};

/** Temporary files lie in `folder`, which is made when one is needed; what killed processes left there is deleted. */
export const createSpools = (
  folder: string,
  logger: Logger,
  limits: SpoolLimits = defaultSpoolLimits,
): Spools => {
  const swept = removeAbandonedOutputs(folder).catch((error: unknown) => {
    logger.log('warn', 'outputs of an earlier run could not be deleted', {
      cause: systemCode(error),
    });
  });
  const opened = new Set<Spool>();
  const kept: Spool[] = [];
  const discard = async (spool: Spool): Promise<void> => {
    opened.delete(spool);
    await spool.discard();
  };
  return {
    open() {
      const spool = createSpool(folder, limits);
      opened.add(spool);
      return spool;
    },
    discard,
    async keep(spool) {
      kept.push(spool);
      const oldest = kept.length > maxKept ? kept.shift() : undefined;
      if (oldest) await discard(oldest);
    },
    async close() {
      await swept;
      for (const spool of opened) await spool.discard();
    },
  };
};
