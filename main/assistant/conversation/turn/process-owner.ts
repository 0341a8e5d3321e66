/** Whether the process that began a turn still lives. */
import { hostname } from 'node:os';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';

/** Who carries a turn out: one service of one process. */
const Owner = z.object({
  host: z.string(),
  pid: z.number().int(),
  /** When the process started, as its system tells it; '' where it does not. */
  started: z.string(),
  token: z.string(),
});

/** An owner that cannot be asked whether it lives is taken for dead after this silence, in ms. */
export const silentAfterMs = 120_000;

export type ProcessOwner = {
  /** For the column `owner`. */
  text: string;
  /** Whether nobody carries the turn out any more. `silence`: ms since its owner was last heard of. */
  isGone(owner: string, silence: number): boolean;
};

export const createProcessOwner = (): ProcessOwner => {
  const self = {
    host: hostname(),
    pid: process.pid,
    started: processStart(process.pid),
    token: nanoid(),
  };
  const text = JSON.stringify(self);
  return {
    text,
    isGone(owner, silence) {
      if (owner === text) return false;
      const other = Owner.parse(JSON.parse(owner));
      // Another service of this very process, or a process of another machine: only its silence tells.
      if (other.host !== self.host || other.pid === self.pid) {
        return (
          (other.pid === self.pid && other.started !== self.started) || silence > silentAfterMs
        );
      }
      return !isSameProcessAlive(other);
    },
  };
};
