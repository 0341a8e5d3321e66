import { create } from 'zustand';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { defaultSettings, type Settings } from '#shared/domain/settings.ts';
import type { Input } from '#shared/contract/index.ts';
import { call } from '#renderer/rpc/index.ts';

type PreferencesState = {
  settings: Settings;
  /** Null until the first answer. */
  systemLanguage: InterfaceLanguage;
};

/** The settings as the main process last told them. Features read them with `usePreferences((p) => p.settings.…)`. */
export const usePreferences = create<PreferencesState>()(() => ({
  settings: defaultSettings,
  systemLanguage: 'en',
}));

export const receiveSettings = (settings: Settings): void => usePreferences.setState({ settings });

type Patch = Input<'settings:update'>;

/** What is changed, or how that comes of the settings as they are when it is its turn. */
export type SettingsChange = Patch | ((settings: Settings) => Patch);

async function write(patch: Patch): Promise<Settings> {
  const before = usePreferences.getState().settings;
  const answer = await call('settings:update', patch);
  // What was told meanwhile is newer than an answer that was under way; this very change is told as well.
  if (usePreferences.getState().settings === before) receiveSettings(answer);
  return answer;
}

/** What the change before it answered; null where nothing is under way or it failed. */
let turn: Promise<Settings | null> = Promise.resolve(null);

/**
 * Changes settings; the answer is at once what everyone sees. Changes that come of the settings are made one after the other.
 * @throws RpcError SETTINGS_INVALID, DATABASE_LOCKED
 */
export async function updateSettings(change: SettingsChange): Promise<void> {
  if (typeof change !== 'function') {
    await write(change);
    return;
  }
  const made = turn.then((answered) =>
    write(change(answered ?? usePreferences.getState().settings)),
  );
  const settled = made.catch(() => null);
  turn = settled;
  try {
    await made;
  } finally {
    // Later ones come of what is told by then.
    if (turn === settled) turn = Promise.resolve(null);
  }
}

/** The interface's language: the chosen one, or the machine's. */
export const interfaceLanguage = ({ settings, systemLanguage }: PreferencesState) =>
  settings.language === 'system' ? systemLanguage : settings.language;
