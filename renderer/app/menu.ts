/** The native menu: it reaches what keys reach, and shows the rest as disabled. */
import { useEffect } from 'react';
import { offerToMenu, onCommand } from '#renderer/rpc/index.ts';
import { isApple } from '#renderer/ui/keys.ts';
import { type MenuChoice, menuCommands } from '#shared/contract/bridge.ts';
import { commandsInReach, useCommandRegistry } from './commands.ts';
import { useDialogs } from './dialogs.ts';
import { isTextField } from './keyboard.ts';
import { useLockIn } from './lock-in.ts';
import { useSession } from './session.ts';

const keysOfHistory = (choice: 'undo' | 'redo', apple: boolean): KeyboardEventInit => {
  const held = apple ? { metaKey: true } : { ctrlKey: true };
  if (choice === 'undo') return { ...held, key: 'z', code: 'KeyZ' };
  if (apple) return { ...held, key: 'Z', code: 'KeyZ', shiftKey: true };
  return { ...held, key: 'y', code: 'KeyY' };
};

/** As if their keys were pressed where the focus is; what nobody takes there is left to the field, as those keys are. */
function takeStep(choice: 'undo' | 'redo'): void {
  const target = document.activeElement ?? document.body;
  const keys = keysOfHistory(choice, isApple(navigator.platform));
  const press = new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true });
  const isLeft = target.dispatchEvent(press);
  if (isLeft && isTextField(target)) document.execCommand(choice);
}

/** What was disabled a moment ago may be chosen still. */
function choose(choice: MenuChoice): void {
  if (choice === 'undo' || choice === 'redo') takeStep(choice);
  else
    commandsInReach()
      .find(({ id }) => id === choice)
      ?.run();
}

function offer(): void {
  const inReach = new Set(commandsInReach().map(({ id }) => id));
  offerToMenu(menuCommands.filter((id) => inReach.has(id)));
}

export function useMenu(): void {
  useEffect(() => {
    offer();
    const endings = [
      onCommand(choose),
      useCommandRegistry.subscribe(offer),
      useDialogs.subscribe(offer),
      useLockIn.subscribe(offer),
      useSession.subscribe(({ project }, before) => {
        if (project !== before.project) offer();
      }),
    ];
    return () => {
      for (const end of endings) end();
      offerToMenu([]);
    };
  }, []);
}
