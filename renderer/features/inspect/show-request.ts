import type { AssembleRequest } from '#shared/contract/context.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { requestNow } from './request-now.ts';
import { useInspect } from './store.ts';

/** Opens the panel on a request that was made, with its text as it was sent. */
export function showRequest(assemblyId: string): void {
  useLayout.getState().showPanel('inspect');
  const { setView, loadRequests, showReplay } = useInspect.getState();
  setView('requests');
  void loadRequests().then(() => showReplay(assemblyId));
}

/**
 * What a run started now asks for: what the panel shows, with what the writer let in or left out there.
 * @param instruction in place of what stands in the panel's field
 */
export const requestToRun = (instruction?: string): AssembleRequest | null =>
  requestNow(useInspect.getState(), instruction);
