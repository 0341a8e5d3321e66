import { z } from 'zod';
import { reportFailure } from './report-failure.ts';
import { updateSettings, usePreferences } from './preferences.ts';

const Today = z.object({ day: z.string(), words: z.number().int() });

const key = (projectId: string) => `today:${projectId}`;

/** The writer's own calendar day. */
const dayOf = (now: Date) => `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;

/** Words written in a project since midnight, over all sittings of the day. */
export function wordsToday(projectId: string, now: Date): number {
  const kept = Today.safeParse(usePreferences.getState().settings.layout[key(projectId)]);
  return kept.success && kept.data.day === dayOf(now) ? kept.data.words : 0;
}

export function rememberWordsToday(projectId: string, words: number, now: Date): void {
  updateSettings({ layout: { [key(projectId)]: { day: dayOf(now), words } } }).catch(reportFailure);
}
