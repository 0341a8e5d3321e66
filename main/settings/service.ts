/** What others may ask of the settings. */
import type { Parsed } from '#shared/contract/index.ts';
import type { Settings } from '#shared/domain/settings.ts';

export type SettingsService = {
  get(): Settings;
  update(change: Parsed<'settings:update'>): Settings;
};
