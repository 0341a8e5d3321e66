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

/**
 * Changes settings; the answer is at once what everyone sees.
 * @throws RpcError SETTINGS_INVALID, DATABASE_LOCKED
 */
export async function updateSettings(patch: Input<'settings:update'>): Promise<void> {
  const before = usePreferences.getState().settings;
  const answer = await call('settings:update', patch);
  // What was told meanwhile is newer than an answer that was under way; this very change is told as well.
  if (usePreferences.getState().settings === before) receiveSettings(answer);
}

/** The interface's language: the chosen one, or the machine's. */
export const interfaceLanguage = ({ settings, systemLanguage }: PreferencesState) =>
  settings.language === 'system' ? systemLanguage : settings.language;
