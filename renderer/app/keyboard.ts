import { useEffect } from 'react';
import { matches } from '#renderer/ui/keys.ts';
import { commandsInReach } from './commands.ts';
import { useDialogs } from './dialogs.ts';
import { closeHistory, useHistoryScreen } from './history-screen.ts';
import { focusPage } from './page-focus.ts';
import { usePreferences } from './preferences.ts';
import { allShortcuts } from './shortcut-choices.ts';

/** Something that Esc itself should end first: an open menu, a chapter being dragged by keyboard. */
export const isEscapeTaken = () =>
  useDialogs.getState().open !== null ||
  document.querySelector('.ui-popover, .ui-overlay, [data-dragging], [data-drop-target]') !== null;

/** Where the writer presses the keys a command is to have. */
const capturesKeys = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-captures-keys]') !== null;

/** No shortcut is a bare character: while one types, nobody is asked what could be done now. */
const isTypedCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/**
 * Shortcuts of all commands. They are seen before anything else, as controls of the kit keep keys to themselves;
 * while an input method composes they do nothing, and under an open dialog nothing of the desk answers.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229 || isTypedCharacter(event)) return;
  if (event.getModifierState('AltGraph') || capturesKeys(event.target)) return;
  const { shortcuts } = usePreferences.getState().settings;
  const command = commandsInReach().find(
    (candidate) =>
      allShortcuts(candidate, shortcuts).some((shortcut) =>
        matches(shortcut, event, navigator.platform),
      ) &&
      (candidate.shortcutWhen === undefined || candidate.shortcutWhen()),
  );
  if (command === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  command.run();
}

/** A text that has a history of its own. */
export const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));

/** An element marked `data-escape` ends something of its own at Esc: a list over a panel, a completion. */
export const endsItself = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-escape]') !== null;

/**
 * Esc returns to the page. Lists of the kit keep Esc to themselves, so outside of fields it is taken before them;
 * a field first gets the chance to end what is being typed in it.
 */
function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  const isEarly = event.eventPhase === Event.CAPTURING_PHASE;
  if (isEarly === isTextField(event.target) || isEscapeTaken()) return;
  if (endsItself(event.target)) return;
  if (useHistoryScreen.getState().isOpen) closeHistory();
  else focusPage();
}

export function useKeyboard(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('keydown', onEscape, true);
    document.addEventListener('keydown', onEscape);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('keydown', onEscape, true);
      document.removeEventListener('keydown', onEscape);
    };
  }, []);
}
