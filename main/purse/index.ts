/** What requests to models may cost: caps, reservations for requests under way, the books of what was spent (N12). */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { watchForeignWrites } from '#main/db/foreign-writes.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { isOwnerAlive, ownerOf } from '#main/base/processes/process-liveness.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Output } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { fromMicros, microsFor, splitTokens } from '#shared/price.ts';
import { askedFor, findExcess, type Forecast } from '#shared/purse-excess.ts';
import { amountIn, mainCurrency, readBooks, spansAt, spendingOf } from './books.ts';
import { questionBefore } from '#shared/purse-question.ts';
import { changeCaps } from './change-caps.ts';
import type { Objections, PaidForecast, PurseService, Reservation, Used } from './service.ts';
import { createPurseStore, type PurseStore } from './store.ts';

const tookOf = (used: Used, { prices }: Forecast) => {
  const tokens = used.inputTokens + used.outputTokens;
  return {
    tokens,
    micros: prices ? microsFor(splitTokens(used), prices) : 0,
    estimatedTokens: used.isEstimated ? tokens : 0,
  };
};

const stateOf = (store: PurseStore, now: number): Output<'purse:get'> => {
  const spans = spansAt(now);
  const caps = store.caps();
  const month = store.spent(spans.perMonth);
  const currency = caps.currency ?? mainCurrency(month);
  const reserved = amountIn(store.reserved(spans.perMonth), currency);
  return {
    ...caps,
    spent: {
      perDay: spendingOf(store.spent(spans.perDay), currency),
      perMonth: spendingOf(month, currency),
    },
    reserved: { tokens: reserved.tokens, money: fromMicros(reserved.micros) },
    purposes: store.purposes(spans.perMonth),
    day: spans.perDay.from,
  };
};

/** What the caps and the writer's wish to be asked say of it now. */
const objectionsTo = (
  store: PurseStore,
  forecast: PaidForecast,
  now: number,
  largest = forecast,
): Objections => {
  const caps = store.caps();
  const books = readBooks(store, spansAt(now));
  const ofOne = { ...caps, perDay: {}, perMonth: {} };
  const excess =
    findExcess(ofOne, askedFor(largest), books) ??
    findExcess({ ...caps, perRequest: {} }, askedFor(forecast), books);
  const { expected, isOwnMachine } = forecast;
  const question = expected ? questionBefore(caps, { ...expected, isOwnMachine }) : null;
  return { excess, question };
};

/** Checks and keeps in one step that nobody else writes in. Throws PURSE_EXCEEDED, PURSE_ASKS and SQLite's errors. */
const keepFor = (store: PurseStore, forecast: PaidForecast, now: number): number =>
  store.alone(() => {
    const spans = spansAt(now);
    const asked = askedFor(forecast);
    const { excess, question } = objectionsTo(store, forecast, now);
    if (excess) {
      throw new AppError('PURSE_EXCEEDED', 'The request costs more than is left.', excess);
    }
    if (question) throw new AppError('PURSE_ASKS', 'The writer is asked before.', question);
    const { tokens, micros, currency, isPriced } = asked;
    const { purpose } = forecast;
    return store.reserve({ day: spans.perDay.from, purpose, currency, isPriced, tokens, micros });
  });

export const createPurse = (dependencies: {
  database: Database;
  clock: Clock;
  events: EventSink;
  logger: Logger;
}): PurseService => {
  const { clock, events, logger } = dependencies;
  const owner = ownerOf(process.pid, nanoid());
  const store = createPurseStore(dependencies.database, owner);
  const own = new Set<number>();
  let closed = false;

  const now = (): number => {
    const at = clock.now();
    try {
      store.noteDay(spansAt(at).perDay.from);
    } catch (error) {
      // What cannot be written keeps nobody from reading; a request cannot be kept room for either.
      logger.log('warn', 'the day of the purse was not noted', { code: systemCode(error) });
    }
    return at;
  };

  const clearAbandoned = (): void => {
    for (const other of store.otherOwners()) if (!isOwnerAlive(other)) store.abandon(other);
  };

  /** What was spent is spent: a full disk leaves as much kept as the request could take, and costs no answer its reader. */
  const end = (sequence: number, write: () => void): void => {
    if (closed || !own.delete(sequence)) return;
    try {
      write();
    } catch (error) {
      logger.log('error', 'what a request took was not recorded', { code: systemCode(error) });
    }
    events.emit('purse:changed', {});
  };

  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explainStorageFailure(error);
    }
  };

  /** As it was told last; null while nobody asked. */
  let told: string | null = null;
  const tell = (): Output<'purse:get'> => {
    const state = stateOf(store, now());
    told = JSON.stringify(state);
    return state;
  };
  const stopWatching = watchForeignWrites(dependencies.database, () => {
    if (told === null || told === JSON.stringify(stateOf(store, clock.now()))) return;
    events.emit('purse:changed', {});
  });

  return {
    reserve(forecast): Reservation {
      const sequence = explained(() => {
        clearAbandoned();
        return keepFor(store, forecast, now());
      });
      own.add(sequence);
      return {
        markSent: () => explained(() => store.markSent(sequence)),
        settle: (used) => end(sequence, () => store.settle(sequence, tookOf(used, forecast))),
        release: () => end(sequence, () => store.release(sequence)),
      };
    },
    examine: (forecast, largest) => objectionsTo(store, forecast, now(), largest),
    get() {
      clearAbandoned();
      return tell();
    },
    update(change, chosenCurrency) {
      store.alone(() => store.writeCaps(changeCaps(store.caps(), change, chosenCurrency)));
      events.emit('purse:changed', {});
      return tell();
    },
    close() {
      closed = true;
      stopWatching();
      store.abandon(owner);
    },
  };
};
