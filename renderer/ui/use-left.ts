import { useEffect, useRef } from 'react';
import { besideGone } from './beside-gone.ts';

type Left = { key: string; among: readonly string[] };

/**
 * The line of a list that was left for what it opens, or the one beside it where it went meanwhile: it has the focus when
 * the list is shown again. It is known as long as the list is not, and while the list is read anew.
 * @param open what is shown in place of the list: its key, `new` for what is in no list yet; null while the list is
 */
export function useLeft(
  open: { key: string } | 'new' | null,
  keys: readonly string[],
): string | null {
  const last = useRef<Left | null>(null);
  useEffect(() => {
    if (open === 'new') last.current = null;
    else if (open !== null && keys.includes(open.key))
      last.current = { key: open.key, among: keys };
  });
  const left = last.current;
  if (left === null || keys.includes(left.key)) return left?.key ?? null;
  return besideGone(left.among, keys, left.key);
}
