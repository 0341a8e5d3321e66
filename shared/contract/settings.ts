/** The calls about settings. */
import { Settings } from '../domain/settings.ts';
import { Nothing } from '../domain/identifiers.ts';
import { WatchedWordsChange } from '../domain/report.ts';
import { defineChannel } from './define.ts';

export const settingsContract = {
  'settings:get': defineChannel(Nothing, Settings),
  /**
   * Top-level keys replace; `tools`, `editor`, `assistant` and `layout` merge one level deep. `watchedWordsChange`: what the
   * writer changed of `watchedWords`, so that two windows lose nothing to one another.
   */
  'settings:update': defineChannel(
    Settings.partial().extend({
      tools: Settings.shape.tools.partial().optional(),
      editor: Settings.shape.editor.partial().optional(),
      assistant: Settings.shape.assistant.partial().optional(),
      watchedWordsChange: WatchedWordsChange.optional(),
    }),
    Settings,
  ),
};
