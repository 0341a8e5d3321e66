import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { nanoid } from 'nanoid';
import { z } from 'zod';

/** Who carries a turn out: one service of one process. */
const Owner = z.object({
  host: z.string(),
  pid: z.number().int(),
  /** When the process started, as its system tells it; '' where it does not. */
  started: z.string(),
  token: z.string(),
});

/** An owner that cannot be asked whether it lives is taken for dead after this silence, in ms. */
export const silentAfter = 120_000;

/** Start of a process in clock ticks since boot: tells a reused pid from the one that is meant. */
const startOf = (pid: number): string => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

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
    started: startOf(process.pid),
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
        return (other.pid === self.pid && other.started !== self.started) || silence > silentAfter;
      }
      return !isAlive(other.pid) || (other.started !== '' && startOf(other.pid) !== other.started);
    },
  };
};
