/** How many words the writer wrote today, over all sittings and windows of the day (F23). */
import { updateSettings, usePreferences } from './preferences.ts';
import { addToDay, dayOf, wordsOfDay } from './words-of-day.ts';

const key = (projectId: string) => `today:${projectId}`;

const kept = (projectId: string) => usePreferences.getState().settings.layout[key(projectId)];

/** Words written in a project since midnight. */
export const wordsToday = (projectId: string, now: Date): number =>
  wordsOfDay(kept(projectId), dayOf(now));

/**
 * Adds words to those of the day they were written on. What another window added meanwhile stays.
 * @throws RpcError SETTINGS_INVALID, DATABASE_LOCKED
 */
export async function addWordsOfDay(projectId: string, day: string, words: number): Promise<void> {
  const sum = addToDay(kept(projectId), day, words);
  if (sum !== null) await updateSettings({ layout: { [key(projectId)]: sum } });
}
