/** What a change makes of the settings. */
import type { Parsed } from '#shared/contract/index.ts';
import type { WatchedWordsChange } from '#shared/domain/report.ts';
import { Settings } from '#shared/domain/settings.ts';
import { AppError } from '#shared/errors.ts';

/** Callers inside the program may pass undefined for "as it is"; spreading it would erase the value. */
const present = <T extends object>(members: T): Partial<T> => {
  const kept: Partial<T> = { ...members };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept;
};

/** The words that are not taken away, with the new ones behind them. */
const changedWords = (
  words: readonly string[],
  { added, removed }: WatchedWordsChange,
): readonly string[] => [
  ...words.filter((word) => !removed.includes(word)),
  ...new Set(added.filter((word) => !words.includes(word))),
];

/**
 * Top-level keys replace; `tools`, `editor`, `assistant` and `layout` merge one level deep; `watchedWordsChange` changes
 * the words. SETTINGS_INVALID.
 */
export const changeSettings = (current: Settings, change: Parsed<'settings:update'>): Settings => {
  const { watchedWordsChange, ...replacing } = change;
  const replaced = { ...current, ...present(replacing) };
  const parsed = Settings.safeParse({
    ...replaced,
    ...(watchedWordsChange && {
      watchedWords: changedWords(replaced.watchedWords ?? current.watchedWords, watchedWordsChange),
    }),
    tools: { ...current.tools, ...present(change.tools ?? {}) },
    editor: { ...current.editor, ...present(change.editor ?? {}) },
    assistant: { ...current.assistant, ...present(change.assistant ?? {}) },
    layout: { ...current.layout, ...change.layout },
  });
  if (parsed.success) return parsed.data;
  throw new AppError('SETTINGS_INVALID', 'The settings would not be valid.', {
    paths: parsed.error.issues.map((issue) => issue.path.map(String).join('.')),
  });
};
