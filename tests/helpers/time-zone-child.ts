/** A process of its own whose machine goes round the world: tells the day by the host's clock before and after. */
import { rmSync, symlinkSync } from 'node:fs';
import { createSystemClock } from '#main/hosts/node/system-clock.ts';
import { dayOf } from '#shared/calendar-day.ts';

const clock = createSystemClock();
const today = (): string => dayOf(new Date(clock.now()));
const travelTo = (zone: string): void => {
  rmSync('/etc/localtime', { force: true });
  symlinkSync(`/usr/share/zoneinfo/${zone}`, '/etc/localtime');
};

const days = [today()];
for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
  travelTo(zone);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  days.push(today());
}
process.stdout.write(JSON.stringify(days));
