/** Long work on files: how far it is, and how it is called off. */
import { failureOf } from '#renderer/i18n/failure.ts';
import { on } from '#renderer/rpc/index.ts';
import type { TaskStep } from '#shared/domain/task-step.ts';

export type TaskState = {
  /** Null until the program has told of it. */
  step: TaskStep | null;
  done: number;
  /** 0 where nobody knows. */
  total: number;
  /** Null once it cannot be called off any more. */
  cancel: (() => void) | null;
};

export type TaskCall = { taskId: string; options: { signal: AbortSignal } };

/**
 * Resolves with what the work makes, or null when it was cancelled; `onState` is told how far it is.
 * @throws whatever the work throws
 */
export async function runTask<T>(
  work: (call: TaskCall) => Promise<T>,
  onState: (state: TaskState) => void,
): Promise<T | null> {
  const leaving = new AbortController();
  const taskId = crypto.randomUUID();
  const cancel = (): void => leaving.abort();
  const stopListening = on('task:progress', ({ taskId: told, ...progress }) => {
    if (told !== taskId || leaving.signal.aborted) return;
    onState({ ...progress, cancel: progress.step === 'opening' ? null : cancel });
  });
  onState({ step: null, done: 0, total: 0, cancel });
  try {
    return await work({ taskId, options: { signal: leaving.signal } });
  } catch (error) {
    if (leaving.signal.aborted && failureOf(error).code === 'CANCELLED') return null;
    throw error;
  } finally {
    stopListening();
  }
}
