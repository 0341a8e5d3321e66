/** After edits of marked chapters looks where their places went, so that every look has a short way to go. */
import type { EventBus } from '#main/events.ts';

/** Ms: several edits are one look. */
const restTime = 2_000;

export const createRelocation = ({
  events,
  isMarked,
  relocate,
  onFailure,
}: {
  events: Pick<EventBus, 'on'>;
  isMarked(projectId: string, documentId: string): boolean;
  relocate(projectId: string, documentIds: ReadonlySet<string>): Promise<void>;
  /** Nobody waits for it: the next look makes up for it. */
  onFailure(error: unknown): void;
}): { close(): void } => {
  const waiting = new Map<string, { timer: NodeJS.Timeout; documentIds: Set<string> }>();

  const look = (projectId: string): void => {
    const due = waiting.get(projectId);
    waiting.delete(projectId);
    if (due) relocate(projectId, due.documentIds).catch(onFailure);
  };

  events.on((name, payload) => {
    if (name !== 'document:changed') return;
    const { projectId, documentId } = payload;
    if (!isMarked(projectId, documentId)) return;
    const due = waiting.get(projectId);
    if (due) {
      due.documentIds.add(documentId);
      return;
    }
    const timer = setTimeout(() => look(projectId), restTime);
    timer.unref();
    waiting.set(projectId, { timer, documentIds: new Set([documentId]) });
  });

  return {
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
};
