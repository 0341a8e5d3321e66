import { readFileSync } from 'node:fs';

/** Whether a process of this machine has this number. */
export const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Start of a process in clock ticks since boot, '' where the system does not tell. */
export const processStart = (pid: number): string => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

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
