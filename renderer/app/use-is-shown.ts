import { useEffect, useRef } from 'react';

/** Whether what asks is still on the screen, also after an answer that was waited for. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
