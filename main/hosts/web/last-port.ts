/**
 * The port that a data folder was served at last. Where the next start is there again, pages that stood open meanwhile are of
 * the same site: they reconnect, and save what they hold (W10).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { reportError } from '#main/base/failures/error-report.ts';
import { isMissing } from '#main/base/failures/system-code.ts';
import type { Logger } from '#main/platform.ts';

export type LastPort = {
  /** 0 where none is known. */
  read(): number;
  note(port: number): void;
};

const fileName = 'port';
const largestPort = 65_535;

/** What fails is logged: the system then chooses a port, as for a new folder. */
export const createLastPort = (data: string, logger: Logger): LastPort => {
  const file = path.join(data, fileName);
  return {
    read() {
      try {
        const port = Number(readFileSync(file, 'utf8'));
        return Number.isInteger(port) && port > 0 && port <= largestPort ? port : 0;
      } catch (error) {
        if (!isMissing(error)) logger.log('warn', 'the last port was not read', reportError(error));
        return 0;
      }
    },
    note(port) {
      try {
        writeFileSync(file, String(port), { mode: 0o600 });
      } catch (error) {
        logger.log('warn', 'the port was not kept', reportError(error));
      }
    },
  };
};
