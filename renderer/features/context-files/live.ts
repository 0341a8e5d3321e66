import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { on } from '#renderer/rpc/index.ts';
import { useFiles } from './store.ts';

/** An agent may write many files in a moment; they are read together, ms. */
const pause = 200;

/** Reads what files there are and keeps them up to date while the panel is shown. */
export function useLiveFiles(): void {
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    const { load } = useFiles.getState();
    let timer: ReturnType<typeof setTimeout> | undefined;
    void load();
    const end = on('context-files:changed', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void load(), pause);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [returns]);
}
