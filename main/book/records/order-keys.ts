/** Places of chapters as fractional keys: moving one chapter changes the key of that one alone (B1). */
import { generateNKeysBetween } from 'fractional-indexing';
import { byText } from './record-state.ts';

export type Placed = { id: string; key: string };

/** In the order the keys say; of two with one key the smaller id is first, on every machine. */
export const sortByKeys = (placed: readonly Placed[]): string[] =>
  placed.toSorted((a, b) => byText(a.key, b.key) || byText(a.id, b.id)).map(({ id }) => id);

/** Indexes of a longest run of strictly rising keys; null stands for no key. */
const longestRise = (keys: readonly (string | null)[]): Set<number> => {
  const before: number[] = [];
  const lengths: number[] = [];
  let last = -1;
  for (const [at, key] of keys.entries()) {
    before[at] = -1;
    lengths[at] = key === null ? 0 : 1;
    if (key === null) continue;
    for (let left = 0; left < at; left += 1) {
      const other = keys[left];
      const length = lengths[left] ?? 0;
      if (other === undefined || other === null || other >= key || length + 1 <= (lengths[at] ?? 0))
        continue;
      lengths[at] = length + 1;
      before[at] = left;
    }
    if (last < 0 || (lengths[at] ?? 0) > (lengths[last] ?? 0)) last = at;
  }
  const rise = new Set<number>();
  for (let at = last; at >= 0; at = before[at] ?? -1) rise.add(at);
  return rise;
};

/** Keys that put `order` in its order, as many as possible of those it had. */
export const assignOrderKeys = (
  order: readonly string[],
  known: ReadonlyMap<string, string>,
): Map<string, string> => {
  const placed = order.flatMap((id) => {
    const key = known.get(id);
    return key === undefined ? [] : [{ id, key }];
  });
  const isInOrder =
    placed.length === order.length && sortByKeys(placed).every((id, at) => id === order[at]);
  if (isInOrder) return new Map(placed.map(({ id, key }) => [id, key]));
  const stays = longestRise(order.map((id) => known.get(id) ?? null));
  const keys = new Map<string, string>();
  let run: string[] = [];
  let left: string | null = null;
  const fill = (right: string | null): void => {
    const fresh = generateNKeysBetween(left, right, run.length);
    for (const [at, id] of run.entries()) keys.set(id, fresh[at] ?? '');
    run = [];
  };
  for (const [at, id] of order.entries()) {
    const key = stays.has(at) ? known.get(id) : undefined;
    if (key === undefined) {
      run.push(id);
      continue;
    }
    fill(key);
    keys.set(id, key);
    left = key;
  }
  fill(null);
  return keys;
};

/** Whether a text is such a key: what comes from a folder may be anything. */
export const isOrderKey = (key: string): boolean => {
  if (!/^[A-Za-z][0-9A-Za-z]{0,60}$/.test(key)) return false;
  try {
    generateNKeysBetween(key, null, 1);
    generateNKeysBetween(null, key, 1);
    return true;
  } catch {
    return false;
  }
};
