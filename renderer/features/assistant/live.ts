import { useEffect } from 'react';
import { useConnection } from '#renderer/app/connection.ts';
import { useSession } from '#renderer/app/session.ts';
import { useChatTarget } from '#renderer/app/chat-target.ts';
import { on } from '#renderer/rpc/index.ts';
import { closeList } from './conversations/view.ts';
import { usePermissions } from './permissions/store.ts';
import { useAssistant } from './store.ts';

/** Steps come quickly; what they changed is read together, ms. */
const pause = 120;

/** Calls `work` once after a burst of requests; a request for more of it wins. */
function gathered(work: (conversationId: string, all: boolean) => void) {
  const waiting = new Map<string, boolean>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask(conversationId: string, all: boolean): void {
      waiting.set(conversationId, all || waiting.get(conversationId) === true);
      timer ??= setTimeout(() => {
        timer = undefined;
        const asked = [...waiting];
        waiting.clear();
        for (const [id, wantsAll] of asked) work(id, wantsAll);
      }, pause);
    },
    end: () => clearTimeout(timer),
  };
}

const assistant = () => useAssistant.getState();

function follow(): () => void {
  const reading = gathered((conversationId, all) => {
    if (assistant().conversationId === conversationId) {
      void assistant().refresh(conversationId, all ? 'all' : 'later');
    }
    void assistant().refreshList();
  });
  const endings = [
    on('conversation:changed', ({ projectId, conversationId }) => {
      if (projectId !== assistant().projectId) return;
      // While a turn is under way messages are only added; the rest is read at its end.
      reading.ask(conversationId, assistant().info?.turnId === null);
    }),
    on('conversation:delta', (delta) => assistant().hearDelta(delta)),
    on('conversation:step', ({ conversationId }) => reading.ask(conversationId, false)),
    on('conversation:done', ({ conversationId }) => reading.ask(conversationId, true)),
    on('conversation:failed', ({ conversationId }) => reading.ask(conversationId, true)),
    on('conversation:compaction', (compaction) => {
      assistant().hearCompaction(compaction);
      if (compaction.state === 'done') reading.ask(compaction.conversationId, true);
    }),
    on('conversation:permission', (request) => usePermissions.getState().hear(request)),
    on('conversation:permission:settled', ({ requestId }) =>
      usePermissions.getState().settle(requestId),
    ),
  ];
  return () => {
    reading.end();
    for (const end of endings) end();
  };
}

/** Opens the conversation that somebody wants to see a place of; its thread goes to the place. */
function useTarget(): void {
  const conversationId = useChatTarget(({ target }) => target?.conversationId);
  useEffect(() => {
    if (conversationId === undefined) return;
    closeList();
    void assistant().open(conversationId);
  }, [conversationId]);
}

/** Hears what conversations tell, also while the tab is closed. Mounted once, by the desk. */
export function useAssistantFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  useEffect(follow, []);
  useTarget();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection events were missed
  useEffect(() => {
    if (projectId !== undefined) void assistant().load(projectId);
    void usePermissions.getState().load();
  }, [projectId, returns]);
}
