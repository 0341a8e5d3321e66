/** How the reading stands, and how the writer likes it to sound (W5). */
import { z } from 'zod';
import { create } from 'zustand';
import { updateSettings, usePreferences } from '#renderer/app/preferences.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { Language } from '#shared/domain/identifiers.ts';

/** Why nothing is read: no voice here, only voices that send the text away, one that failed or fell silent. */
export type Problem = 'noVoice' | 'remoteOnly' | 'failed' | 'silent';

type ReadAloudState = {
  state: 'off' | 'starting' | 'reading' | 'paused';
  problem: Problem | null;
  /** Names of the voices that may be chosen. */
  voices: readonly string[];
};

export const notReading: ReadAloudState = { state: 'off', problem: null, voices: [] };

export const useReadAloud = create<ReadAloudState>()(() => notReading);

/** Times the voice's own speed. */
export const rates = ['0.75', '1', '1.25', '1.5', '2'] as const;
export type Rate = (typeof rates)[number];

const Sound = z.object({
  rate: z.enum(rates).default('1'),
  /** By language of the book; a voice that is gone is replaced by the first there is. */
  voices: z.record(z.string(), z.string()).default({}),
});
export type Sound = z.infer<typeof Sound>;

const layoutKey = 'readAloud';

/** As kept in `settings.layout`, on this machine alone: another one has other voices. */
export const soundOf = (layout: Readonly<Record<string, unknown>>): Sound => {
  const read = Sound.safeParse(layout[layoutKey] ?? {});
  return read.success ? read.data : { rate: '1', voices: {} };
};

export const soundNow = (): Sound => soundOf(usePreferences.getState().settings.layout);

/** Computed when it is its turn: of two chosen quickly each is kept. */
async function changeSound(change: (sound: Sound) => Sound): Promise<void> {
  try {
    await updateSettings(({ layout }) => ({ layout: { [layoutKey]: change(soundOf(layout)) } }));
  } catch (error) {
    reportFailure(error);
  }
}

export const setRate = (rate: Rate): Promise<void> => changeSound((sound) => ({ ...sound, rate }));

export const setVoice = (language: Language, name: string): Promise<void> =>
  changeSound((sound) => ({ ...sound, voices: { ...sound.voices, [language]: name } }));
