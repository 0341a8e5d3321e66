/** Decides which old snapshots go. */
import type { SnapshotReason } from '#shared/domain/project.ts';

export type Thinnable = {
  snapshotId: string;
  createdAt: number;
  reason: SnapshotReason;
  /** What the writer calls it. */
  name: string | null;
};

const hour = 3_600_000;
const day = 24 * hour;

/** How far apart two kept snapshots of a given age are. 0 keeps all. */
const spacing = (age: number): number => {
  if (age < day) return 0;
  if (age < 7 * day) return hour;
  if (age < 90 * day) return day;
  return 7 * day;
};

/**
 * Which snapshots of one chapter may go (F18). Only those of ordinary saves are thinned: all of the last day
 * stay, then the last of each hour for a week, of each day for three months, of each week for ever. What was
 * kept for a reason (by hand, before the AI, a restore or a delete, outside edits, conflicts), or has a name, always stays.
 */
export const snapshotsToDrop = (snapshots: readonly Thinnable[], now: number): string[] => {
  const kept = new Set<string>();
  const dropped: string[] = [];
  const newestFirst = [...snapshots].sort((a, b) => b.createdAt - a.createdAt);
  for (const snapshot of newestFirst) {
    if (snapshot.name !== null) continue;
    if (snapshot.reason !== 'save' && snapshot.reason !== 'autosave') continue;
    const width = spacing(now - snapshot.createdAt);
    if (width === 0) continue;
    const slot = `${width}:${Math.floor(snapshot.createdAt / width)}`;
    if (kept.has(slot)) dropped.push(snapshot.snapshotId);
    kept.add(slot);
  }
  return dropped;
};
