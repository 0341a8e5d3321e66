/** Ends a program with everything it started; used like `process-liveness`. */
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode } from '#main/base/failures/system-code.ts';

/** Ms for those whom nobody collects any more. */
const killTimeMs = 200;
const lookMs = 20;

/** False when nobody is left to hear it. */
const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
};

const endOnWindows = async (pid: number): Promise<void> => {
  const killer = spawn('taskkill', ['/PID', String(pid), '/T', '/F'], {
    stdio: 'ignore',
    windowsHide: true,
  });
  await new Promise<void>((resolve) => {
    killer.once('error', () => resolve());
    killer.once('exit', () => resolve());
  });
};

/**
 * Asks every process of a group to end, grandchildren among them, and makes those end that have not within `graceMs`; on
 * Windows, which knows no asking, it ends the tree. A process that made a group of its own escapes. `pid`: the head of
 * the group, started with `detached` where there are groups.
 */
export const endProcessGroup = async (pid: number, graceMs: number): Promise<void> => {
  if (process.platform === 'win32') return endOnWindows(pid);
  const signals = [
    ['SIGTERM', graceMs],
    ['SIGKILL', killTimeMs],
  ] as const;
  for (const [signal, timeoutMs] of signals) {
    if (!signalGroup(pid, signal)) return;
    for (let waited = 0; waited < timeoutMs; waited += lookMs) {
      await wait(lookMs);
      if (!signalGroup(pid, 0)) return;
    }
  }
};
