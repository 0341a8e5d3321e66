/** Changes of threads that this window makes: one after the other, each upon what the ones before it made (N13). */

type Versioned = { version: number };

/** `from`: versions that changes of this window began on, each of which is `to` by now. */
type Made = { from: Set<number>; to: number };

/**
 * Two changes may be asked for before the first is answered: what was typed is kept by the click that changes something else.
 * The second was meant for what the first made. What another window made in between is still a conflict.
 */
export const createOwnChanges = () => {
  const turns = new Map<string, Promise<unknown>>();
  const made = new Map<string, Made>();

  const noteMade = (id: string, from: number, to: number): void => {
    const before = made.get(id);
    const follows = before?.to === from;
    made.set(id, { from: new Set([...(follows ? before.from : []), from]), to });
  };

  return {
    /** Rejects as `change` does; what was asked for after it is done all the same. */
    make<T extends Versioned>(
      id: string,
      version: number,
      change: (expectedVersion: number) => Promise<T>,
    ): Promise<T> {
      const done = (turns.get(id) ?? Promise.resolve()).then(async () => {
        const own = made.get(id);
        const expected = own?.from.has(version) ? own.to : version;
        const changed = await change(expected);
        noteMade(id, expected, changed.version);
        return changed;
      });
      const turn = done
        .catch(() => undefined)
        .then(() => {
          if (turns.get(id) === turn) turns.delete(id);
        });
      turns.set(id, turn);
      return done;
    },
  };
};
