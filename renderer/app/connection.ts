import { create } from 'zustand';
import { onConnection } from '#renderer/rpc/index.ts';

type ConnectionState = {
  /** True until the first sign of the contrary, so that a start shows no alarm. */
  connected: boolean;
  /** Grows each time the connection comes back: events were missed, ask anew. */
  returns: number;
};

export const useConnection = create<ConnectionState>()(() => ({ connected: true, returns: 0 }));

/** Keeps the store up to date; returns what ends that. */
export const watchConnection = (): (() => void) =>
  onConnection((state) => {
    const { connected, returns } = useConnection.getState();
    const now = state !== 'lost' && state !== 'refused';
    if (now === connected) return;
    useConnection.setState({ connected: now, returns: now ? returns + 1 : returns });
  });
