import { readFileSync } from 'node:fs';

/** What the system says of a process, its state first; empty where it does not tell. */
const statusOf = (pid: number): string[] => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
};

/** Whether a process of this machine has this number and has not ended: one that nobody collected does nothing more. */
export const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return statusOf(pid)[0] !== 'Z';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Start of a process in clock ticks since boot, '' where the system does not tell. */
export const processStart = (pid: number): string => statusOf(pid)[19] ?? '';

/** Whether the very process lives that wrote down its number and its start: numbers are given again. */
export const isSameProcessAlive = ({ pid, started }: { pid: number; started: string }): boolean =>
  isProcessAlive(pid) && (started === '' || processStart(pid) === started);

/** A process as it is written down: its number and its start, and what tells two services of one process apart. */
export const ownerOf = (pid: number, part = ''): string =>
  [pid, processStart(pid), ...(part === '' ? [] : [part])].join(':');

export const isOwnerAlive = (owner: string): boolean => {
  const [pid = '', started = ''] = owner.split(':');
  return isSameProcessAlive({ pid: Number(pid), started });
};
