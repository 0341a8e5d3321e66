/** What is read of a book again and again: its answers in order. */
import { createInOrder } from './last-asked.ts';
import { isOpenProject } from './session.ts';

type Reading<Answer> = {
  ask(projectId: string): Promise<Answer>;
  show(answer: Answer): void;
  fail(failure: unknown): void;
  /** Whether the book is the one that is shown. */
  isShown?(projectId: string): boolean;
};

/**
 * Reads something of a book each time it is called, be it before the answer to the call before has come: an answer that
 * comes after a later one is not shown, nor one of a book that is no longer shown, and so with what fails.
 */
export function createReading<Answer>({
  ask,
  show,
  fail,
  isShown = isOpenProject,
}: Reading<Answer>): (projectId: string) => Promise<void> {
  const begin = createInOrder();
  return async (projectId) => {
    const mayShow = begin();
    try {
      const answer = await ask(projectId);
      if (isShown(projectId) && mayShow()) show(answer);
    } catch (failure) {
      if (isShown(projectId) && mayShow()) fail(failure);
    }
  };
}
