import { create } from 'zustand';
import { onConnection } from '#renderer/rpc/index.ts';

type ConnectionState = {
  /** True until the first sign of the contrary, so that a start shows no alarm. */
  connected: boolean;
  /** The program was started again and does not know this page: only its new address, opened in this browser, lets it in. */
  isRefused: boolean;
  /** Grows each time the connection comes back: events were missed, ask anew. */
  returns: number;
};

export const useConnection = create<ConnectionState>()(() => ({
  connected: true,
  isRefused: false,
  returns: 0,
}));

/** Keeps the store up to date; returns what ends that. */
export const watchConnection = (): (() => void) =>
  onConnection((state) => {
    const { connected, isRefused: was, returns } = useConnection.getState();
    const isRefused = state === 'refused';
    const now = state !== 'lost' && !isRefused;
    if (now === connected && isRefused === was) return;
    const isBack = now && !connected;
    useConnection.setState({ connected: now, isRefused, returns: isBack ? returns + 1 : returns });
  });
