import type { Clock } from '#main/platform.ts';

/** How often the zone is looked up; ms. */
const zoneEvery = 1000;

/**
 * The clock of this machine, and its time zone: a process keeps the one it began with, which a laptop that travels with an
 * open book does not, and the writer's day begins elsewhere then (W3). Node looks it up anew where `TZ` is touched, in a
 * few microseconds; one that is set in the environment holds.
 */
export const createSystemClock = (): Clock => {
  let lookedUp = 0;
  return {
    now() {
      const now = Date.now();
      if (Math.abs(now - lookedUp) >= zoneEvery && process.env.TZ === undefined) {
        lookedUp = now;
        delete process.env.TZ;
      }
      return now;
    },
  };
};
