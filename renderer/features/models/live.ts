import { useEffect } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useConnection } from '#renderer/app/connection.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { on } from '#renderer/rpc/index.ts';
import { useModels } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'models.connect',
    titleKey: 'models:command',
    alsoKey: 'palette:also.models',
    hintKey: 'models:commandHint',
    group: 'now',
    shortcut: 'Mod+Shift+M',
    run: () => openDialog('models'),
  },
];

/** Keeps the list of models up to date, and offers to change it. Mounted once, by the desk. */
export function useModelsFollowing(): void {
  useCommands(commands);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection it is read again
  useEffect(() => {
    const { load } = useModels.getState();
    void load();
    return on('ai:models:changed', () => void load());
  }, [returns]);
}
