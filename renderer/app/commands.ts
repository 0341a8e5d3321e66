import { useEffect } from 'react';
import { create } from 'zustand';
import type { MessageKey, Translate } from '#renderer/i18n/index.ts';
import type { Shortcut } from '#renderer/ui/keys.ts';
import { useDialogs } from './dialogs.ts';
import { isLockedIn } from './lock-in.ts';
import { isPageShown } from './page-place.ts';

export type CommandGroup = 'now' | 'writing' | 'panels' | 'view' | 'project';

/** Something the writer can do: it stands in the palette and in menus, and its shortcut works everywhere. */
export type Command = {
  id: string;
  titleKey: MessageKey;
  /** Takes the place of `titleKey` where a title holds a name the writer gave. */
  titleIn?: (t: Translate) => string;
  /** Other words a writer may look for it by; not shown. */
  alsoKey?: MessageKey;
  /** A few quiet words after the title in the palette. */
  hintKey?: MessageKey;
  group: CommandGroup;
  shortcut?: Shortcut;
  /** The keys are left to others while this is false; the palette still offers the command. */
  shortcutWhen?: () => boolean;
  /** More shortcuts for the same thing; not shown. */
  alternatives?: readonly Shortcut[];
  run: () => void;
  /** Hidden and dead while this is false. */
  when?: () => boolean;
  /** Done at the caret or in the text: hidden and dead while something else stands in place of the page. */
  onPage?: true;
  /** Of the page itself: it can be done while nothing but the page is there. */
  whileLockedIn?: true;
};

type CommandState = { sets: ReadonlyMap<symbol, readonly Command[]> };

export const useCommandRegistry = create<CommandState>()(() => ({ sets: new Map() }));

/** Adds commands until the returned function is called. */
export function registerCommands(commands: readonly Command[]): () => void {
  const key = Symbol('commands');
  useCommandRegistry.setState(({ sets }) => ({ sets: new Map(sets).set(key, commands) }));
  return () =>
    useCommandRegistry.setState(({ sets }) => {
      const rest = new Map(sets);
      rest.delete(key);
      return { sets: rest };
    });
}

/** Adds commands while the component is mounted. Give an array made outside of the component, or memoised. */
export const useCommands = (commands: readonly Command[]): void =>
  useEffect(() => registerCommands(commands), [commands]);

/** What can be done now, in order of registration. */
export const availableCommands = (): Command[] =>
  [...useCommandRegistry.getState().sets.values()]
    .flat()
    .filter((command) => command.when === undefined || command.when())
    .filter((command) => command.onPage !== true || isPageShown())
    .filter((command) => command.whileLockedIn === true || !isLockedIn());

/** What keys and the native menu reach now: under an open dialog nothing of the desk answers but what opened it. */
export const commandsInReach = (): Command[] => {
  const { open } = useDialogs.getState();
  return availableCommands().filter(({ id }) => open === null || id === `dialog.${open}`);
};
