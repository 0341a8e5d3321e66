import { useEffect, useState } from 'react';

/** What a clock shows, looked at again and again while the component stands. @param clock one and the same function; @param everyMs ms */
export function useNow(clock: () => number, everyMs: number): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}
