import { create } from 'zustand';
import type { Input } from '#shared/contract/index.ts';
import type { PermissionRequest } from '#shared/domain/conversation.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';

export type PermissionDecision = Input<'conversation:permit'>['decision'];

type PermissionsState = {
  /** In the order they came. */
  pending: readonly PermissionRequest[];
  /** The request whose answer is on its way. */
  answering: string | null;
  failure: unknown;
};

type PermissionsActions = {
  load(): Promise<void>;
  hear(request: PermissionRequest): void;
  settle(requestId: string): void;
  answer(requestId: string, decision: PermissionDecision): Promise<void>;
};

/** What is asked in a book: questions of other books belong to the windows that show those. */
export const askedIn = (
  { pending }: Pick<PermissionsState, 'pending'>,
  projectId: string | null,
): readonly PermissionRequest[] => pending.filter((request) => request.projectId === projectId);

/** What tools ask leave for, in all conversations of all books. */
export const usePermissions = create<PermissionsState & PermissionsActions>()((set, get) => {
  /** What was told of them so far: a list that was made before it is made anew. */
  let told = 0;
  const settle = (requestId: string): void => {
    told += 1;
    set(({ pending }) => ({ pending: pending.filter((one) => one.requestId !== requestId) }));
  };
  return {
    pending: [],
    answering: null,
    failure: null,
    async load() {
      const before = told;
      try {
        const { items } = await call('conversation:permissions:pending', {});
        if (told === before) set({ pending: items });
        else await get().load();
      } catch (failure) {
        set({ failure });
      }
    },
    hear(request) {
      settle(request.requestId);
      set(({ pending }) => ({ pending: [...pending, request] }));
    },
    settle,
    async answer(requestId, decision) {
      if (get().answering !== null) return;
      set({ answering: requestId, failure: null });
      try {
        await call('conversation:permit', { requestId, decision });
        settle(requestId);
      } catch (failure) {
        // Answered in another window.
        if (failureOf(failure).code === 'PERMISSION_NOT_FOUND') settle(requestId);
        else set({ failure });
      } finally {
        set({ answering: null });
      }
    },
  };
});
