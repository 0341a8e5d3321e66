/** What a change makes of the settings. */
import type { Parsed } from '#shared/contract/index.ts';
import { Settings } from '#shared/domain/settings.ts';
import { AppError } from '#shared/errors.ts';

/** Callers inside the program may pass undefined for "as it is"; spreading it would erase the value. */
const present = <T extends object>(members: T): Partial<T> => {
  const kept: Partial<T> = { ...members };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept;
};

/** Top-level keys replace; `tools`, `editor`, `assistant` and `layout` merge one level deep. SETTINGS_INVALID. */
export const changeSettings = (current: Settings, change: Parsed<'settings:update'>): Settings => {
  const parsed = Settings.safeParse({
    ...current,
    ...present(change),
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
