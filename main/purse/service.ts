/** What others may ask of the purse. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { PaidPurpose } from '#shared/domain/egress.ts';
import type { PurseExcess, PurseQuestion } from '#shared/domain/purse.ts';
import type { Expected } from '#shared/purse-question.ts';
import type { Forecast } from '#shared/purse-excess.ts';

/** What a request can take at most, and what for. */
export type PaidForecast = Forecast & {
  purpose: PaidPurpose;
  /** For requests that the writer may want to be asked about. */
  expected?: Omit<Expected, 'isOwnMachine'>;
};

/** What a request took. */
export type Used = {
  inputTokens: number;
  cachedInputTokens: number | null;
  cacheWriteTokens: number | null;
  outputTokens: number;
  /** Counted here, for the provider did not tell. */
  isEstimated: boolean;
};

/** What is kept for one request until it is known what it took. Later ends of one reservation change nothing. */
export type Reservation = {
  /** From now on nobody can know that nothing arrived: it stands in the books if the program dies. */
  markSent(): void;
  settle(used: Used): void;
  /** Nothing was spent. */
  release(): void;
};

/** What would be said of a request, or of many that are under way one after the other. */
export type Objections = { excess: PurseExcess | null; question: PurseQuestion | null };

export type Purse = {
  /**
   * Keeps what a request can cost at most, or refuses it: no two requests are ever allowed what is there for one. Throws
   * PURSE_EXCEEDED with a `PurseExcess`, PURSE_ASKS with a `PurseQuestion`, DISK_FULL, DATABASE_READ_ONLY, DATABASE_LOCKED.
   */
  reserve(forecast: PaidForecast): Reservation;
  /** Keeps nothing. `largest`: the one of many that takes most; the cap of a single request is held against it. */
  examine(forecast: PaidForecast, largest?: PaidForecast): Objections;
};

export type PurseService = Purse & {
  get(): Output<'purse:get'>;
  update(change: Parsed<'purse:update'>, chosenCurrency: string | null): Output<'purse:update'>;
  /** What is still under way counts as spent: nobody will hear how it ends. */
  close(): void;
};
