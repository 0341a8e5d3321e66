/** Whose turn it is to bring a book's folder and database in line (B1). */
import { setTimeout as rest } from 'node:timers/promises';
import type { OpenedBook } from './service.ts';

/** A look somebody waits for asks again for so long, whoever has the turn; the others come back later. */
const timeoutMs = 1_000;
const askAgainMs = 50;

export type ExchangeTurn = {
  mayExchange: boolean;
  /** Another process has the turn just now: there may be more to exchange when it is done. */
  isLater: boolean;
  release(): void;
};

const noTurn = (isLater: boolean): ExchangeTurn => ({
  mayExchange: false,
  isLater,
  release: () => undefined,
});

export const takeTurn = async (book: OpenedBook, isAwaited: boolean): Promise<ExchangeTurn> => {
  const isOfAnother = async (): Promise<boolean> =>
    !book.canWrite && (await book.isExchangedElsewhere());
  if (await isOfAnother()) return noTurn(false);
  let hold = book.holdExchange();
  for (let waited = 0; hold === null && isAwaited && waited < timeoutMs; waited += askAgainMs) {
    await rest(askAgainMs);
    hold = book.holdExchange();
  }
  if (hold === null) return noTurn(true);
  let isOurs = false;
  try {
    // Who writes may have come between the first question and the turn.
    isOurs = !(await isOfAnother());
  } finally {
    if (!isOurs) hold.release();
  }
  return isOurs ? { mayExchange: true, isLater: false, release: hold.release } : noTurn(false);
};
