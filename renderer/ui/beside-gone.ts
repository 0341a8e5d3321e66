/** The line behind one that is gone, else the one before it. `before`: the lines while it was there. */
export function besideGone(
  before: readonly string[],
  now: readonly string[],
  gone: string,
): string | null {
  const at = before.indexOf(gone);
  if (at < 0) return null;
  const known = new Set(now);
  const behind = before.slice(at + 1).find((id) => known.has(id));
  return behind ?? before.slice(0, at).findLast((id) => known.has(id)) ?? null;
}
