/** What may be spent and what was: read in order, changed one change after the other (N12). */
import { create } from 'zustand';
import { createLastAsked } from '#renderer/app/last-asked.ts';
import type { Input } from '#shared/contract/index.ts';
import type { PurseState } from '#shared/domain/purse.ts';

type Given = Input<'purse:update'>;

/** What is changed, or how that comes of the purse as it is when it is its turn. */
export type PurseChange = Given | ((purse: PurseState) => Given);

type Purse = {
  /** Null until read. */
  purse: PurseState | null;
  /** Of the last reading; a change tells its own. */
  failure: unknown;
  load(): Promise<void>;
  /** Rejects where this very change could not be stored. */
  update(change: PurseChange): Promise<void>;
};

type PurseCalls = {
  get(): Promise<PurseState>;
  update(change: Given): Promise<PurseState>;
};

export const createPurse = (calls: PurseCalls) =>
  create<Purse>()((set, get) => {
    const begin = createLastAsked();
    let turn: Promise<unknown> = Promise.resolve();
    const write = async (change: PurseChange): Promise<void> => {
      const { purse } = get();
      const given = typeof change !== 'function' ? change : purse && change(purse);
      if (given === null) return;
      set({ purse: await calls.update(given) });
      // Answers that are under way may be older than this one, or newer.
      void get().load();
    };
    return {
      purse: null,
      failure: null,
      async load() {
        const isLast = begin();
        try {
          const purse = await calls.get();
          if (isLast()) set({ purse, failure: null });
        } catch (failure) {
          if (isLast()) set({ failure });
        }
      },
      update(change) {
        const made = turn.then(() => write(change));
        turn = made.catch(() => undefined);
        return made;
      },
    };
  });
