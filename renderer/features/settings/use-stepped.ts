import { useRef, useState } from 'react';

/**
 * A number that may be stepped quicker than answers come: each step counts from the one before it, and the newest is
 * written behind the one under way.
 * @param told the number as it is stored
 * @param write fulfilled when it is stored, or could not be: `told` is shown again then
 */
export function useStepped(
  told: number,
  write: (value: number) => Promise<void>,
): { value: number; ask: (value: number) => void } {
  const [shown, setShown] = useState<number | null>(null);
  const newest = useRef<number | null>(null);
  const send = async (): Promise<void> => {
    for (let sent: number | null = null; newest.current !== null && newest.current !== sent; ) {
      sent = newest.current;
      await write(sent);
    }
    newest.current = null;
    setShown(null);
  };
  const ask = (value: number): void => {
    const isUnderWay = newest.current !== null;
    newest.current = value;
    setShown(value);
    if (!isUnderWay) void send();
  };
  return { value: shown ?? told, ask };
}
