import { createSpool, type Spool, type SpoolLimits } from './spool.ts';

const mebi = 1024 * 1024;
export const usualSpoolLimits: SpoolLimits = { memory: mebi, total: 200 * mebi };

/** Outputs that could not be offloaded wait for a retry (S1-15); so many of them. */
const mostKept = 8;

/** The outputs of commands under way, and of those that must still be read once more. */
export type Spools = {
  open(): Spool;
  discard(spool: Spool): Promise<void>;
  /** Leaves it readable until newer ones take its place, or the end. */
  keep(spool: Spool): Promise<void>;
  close(): Promise<void>;
};

export const createSpools = (folder: string, limits: SpoolLimits = usualSpoolLimits): Spools => {
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
      const oldest = kept.length > mostKept ? kept.shift() : undefined;
      if (oldest) await discard(oldest);
    },
    async close() {
      for (const spool of opened) await spool.discard();
    },
  };
};
