import type { PaidPurpose } from '#shared/domain/egress.ts';
import { PurseExcess } from '#shared/domain/purse.ts';
import type { Script } from './model-server.ts';

/** What a path is under way with: all that the writer is told of its end, and how to call it off. */
export type Begun = {
  told: Promise<unknown>;
  cancel?: () => Promise<unknown>;
  /** What is told of the work it is a part of. */
  around?: Promise<unknown>;
};

export type PaidPath = {
  purpose: PaidPurpose;
  /** The sources it goes through on its way out. */
  through: readonly string[];
  /** Made ready, by copies of its own, while nothing is capped. */
  prepare?(copies: number): Promise<void>;
  begin(copy: number): Promise<Begun>;
  /** Whether a request to the model is the one this is about; absent: the embedder is asked. */
  isMeant?(request: string): boolean;
  /** What that one is answered with. */
  says: Script;
  /** What others to the model are answered with that go before or after. */
  otherwise?(request: string): Script;
  /** The request before it, at whose arrival a cap must be set that is to refuse this one alone. */
  comesAfter?(request: string): boolean;
  /** What must fit is reserved before it without a request: a cap of a request cannot refuse it alone. */
  isBeside?: true;
  /** What it is a part of is over too soon to be called off while this is under way. */
  isNeverCalledOff?: true;
  /** How it meets itself: as many at once as one likes, step after step, or in one request alone. */
  together: 'copies' | 'steps' | 'single';
};

/** The figures of a refusal, wherever they stand in what was told. */
export const figuresIn = (told: unknown): PurseExcess | null => {
  const parsed = PurseExcess.safeParse(told);
  if (parsed.success) return parsed.data;
  if (typeof told !== 'object' || told === null) return null;
  for (const part of Object.values(told)) {
    const found = figuresIn(part);
    if (found) return found;
  }
  return null;
};
