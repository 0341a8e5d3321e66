import { useEffect } from 'react';
import { matches } from '#renderer/ui/keys.ts';
import { availableCommands, type Command } from './commands.ts';
import { useDialogs } from './dialogs.ts';
import { focusPage } from './page-focus.ts';

const shortcutsOf = (command: Command) => [
  ...(command.shortcut === undefined ? [] : [command.shortcut]),
  ...(command.alternatives ?? []),
];

const isPopoverOpen = () => document.querySelector('[data-trigger], .ui-popover') !== null;

/**
 * Shortcuts of all commands. They are seen before anything else, as controls of the kit keep keys to themselves;
 * while an input method composes they do nothing, and under an open dialog nothing of the desk answers.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) return;
  const dialog = useDialogs.getState().open;
  const command = availableCommands().find((candidate) =>
    shortcutsOf(candidate).some((shortcut) => matches(shortcut, event, navigator.platform)),
  );
  if (command === undefined || (dialog !== null && command.id !== `dialog.${dialog}`)) return;
  event.preventDefault();
  event.stopPropagation();
  command.run();
}

/** Esc that nobody else wanted returns to the page. */
function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (useDialogs.getState().open === null && !isPopoverOpen()) focusPage();
}

export function useKeyboard(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('keydown', onEscape);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('keydown', onEscape);
    };
  }, []);
}
