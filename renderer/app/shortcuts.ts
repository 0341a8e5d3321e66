/** The keys of commands as the interface shows them: their own, or those the writer chose (F24). */
import { useMemo } from 'react';
import type { Shortcut } from '#renderer/ui/keys.ts';
import { type Command, useCommandRegistry } from './commands.ts';
import { usePreferences } from './preferences.ts';
import { shownShortcut } from './shortcut-choices.ts';

/** Every command there is, also those that cannot be done now, each once. */
export function useAllCommands(): readonly Command[] {
  const sets = useCommandRegistry((registry) => registry.sets);
  return useMemo(() => {
    const byId = new Map([...sets.values()].flat().map((command) => [command.id, command]));
    return [...byId.values()];
  }, [sets]);
}

/** The keys to show beside a command's button; undefined when it has none. */
export function useShortcut(id: string): Shortcut | undefined {
  const command = useAllCommands().find((one) => one.id === id);
  const choices = usePreferences(({ settings }) => settings.shortcuts);
  return command === undefined ? undefined : shownShortcut(command, choices);
}
