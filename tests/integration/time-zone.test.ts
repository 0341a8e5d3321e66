import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { addDays } from '#shared/calendar-day.ts';
import { projectNode } from '../../scripts/bootstrap/paths.mjs';

const child = fileURLToPath(new URL('../helpers/time-zone-child.ts', import.meta.url));

/** The zones farthest apart: 26 hours, so that it is another day there whatever the time is. */
it('is the one the machine has come to, also for a program that was begun elsewhere [W3]', () => {
  const settings = mkdtempSync(join(tmpdir(), 'fabula-zone-'));
  onTestFinished(() => rmSync(settings, { recursive: true }));
  symlinkSync('/usr/share/zoneinfo/Etc/UTC', join(settings, 'localtime'));
  const { TZ: _, ...environment } = process.env;
  // In a view of the files that is the process's alone, the machine's own settings are these.
  const told = execFileSync(
    'unshare',
    [
      ...['--mount', 'sh', '-c', 'mount --bind "$0" /etc && exec "$@"', settings],
      ...[projectNode(), child],
    ],
    { env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [, east = '', west = ''] = z.array(z.string()).parse(JSON.parse(told));
  expect([addDays(west, 1), addDays(west, 2)]).toContain(east);
});
