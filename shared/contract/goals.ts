import { z } from 'zod';
import { Day, DayOfWriting, GoalsReached, WritingGoals } from '../domain/days.ts';
import { Count, ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

/** More days than these are not answered at once: ten years. */
export const maxDays = 3_660;

/** What is to be written, and what was (W3). */
export const goalsContract = {
  'goals:get': defineChannel(ProjectScope, GoalsReached),
  /** What is absent stays; null takes a goal away. */
  'goals:update': defineChannel(ProjectScope.extend(WritingGoals.partial().shape), GoalsReached),
  /** Days on which something was written, pasted, accepted or imported, first day first; the last `limit` of them. */
  'goals:log': defineChannel(
    ProjectScope.extend({ since: Day.optional(), limit: Count.max(maxDays).optional() }),
    z.object({ items: z.array(DayOfWriting) }),
  ),
};
