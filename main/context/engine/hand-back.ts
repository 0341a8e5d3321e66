/** Hands on what groups were allowed and did not take. */
import type { Reason } from '#shared/domain/assembly.ts';
import { type GroupName, groupNames } from './candidate.ts';
import { cutGroups } from './plan.ts';
import { type Selecting, type Taken, takeGroup } from './take-group.ts';

const lacksRoom: ReadonlySet<Reason> = new Set(['overBudget', 'cutToBudget', 'fartherBack']);

const isComplete = ({ choices }: Taken): boolean =>
  choices.every(({ reason }) => !lacksRoom.has(reason));

/** Whether a group holds a text of Immediate, which is cut, and no items. */
export const isText = (group: GroupName): boolean => cutGroups.some((name) => name === group);

/** Who may have what others left, first come first served. Rules are not among them: they keep to their line. */
const heirs = [
  ...cutGroups,
  'working',
  'style',
  'preferences',
  'threads',
  'passages',
  'episodes',
  'synopses',
] as const;

export type SpareRoom = {
  /** All the tokens there are; what nobody took of them is handed on. */
  room: number;
  /** False: the texts of Immediate keep to what they are allowed, for passages were chosen beside that. */
  extendsTexts: boolean;
};

/** Until nobody can use what is left. */
export const handBack = (
  taken: Record<GroupName, Taken>,
  { room, extendsTexts }: SpareRoom,
  selecting: Selecting,
): void => {
  let spare = room;
  for (const group of groupNames) spare -= taken[group].tokens;
  for (const group of heirs) {
    const had = taken[group];
    if (spare <= 0) return;
    if (isComplete(had) || (!extendsTexts && isText(group))) continue;
    const now = takeGroup(group, had.tokens + spare, selecting);
    // With more room a habit that was too big altogether may now silence less certain ones: then it stays as it was.
    if (now.tokens <= had.tokens) continue;
    taken[group] = now;
    spare -= now.tokens - had.tokens;
  }
};
