import { useCodexKind } from '#renderer/app/codex-kind.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useCodex } from './store.ts';

const commands: readonly Command[] = [
  {
    id: 'codex.add',
    titleKey: 'codex:commands.add',
    group: 'writing',
    run: () => {
      const { kind } = useCodexKind.getState();
      useLayout.getState().showPanel('codex');
      useCodex.getState().begin(kind === 'all' ? 'character' : kind);
    },
  },
];

/** What of the codex the palette offers; mounted once, by the desk. */
export const useCodexCommands = (): void => useCommands(commands);
