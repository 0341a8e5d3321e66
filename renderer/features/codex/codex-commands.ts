import { useCodexKind } from '#renderer/app/codex-kind.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useSession } from '#renderer/app/session.ts';
import { useCodex } from './store.ts';
import { openWorld } from './world/store.ts';

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
  {
    id: 'codex.world',
    titleKey: 'codex:commands.world',
    group: 'view',
    when: () => useSession.getState().project !== null,
    run: () => openWorld(useCodex.getState().editing?.id ?? null),
  },
];

/** What of the codex the palette offers; mounted once, by the desk. */
export const useCodexCommands = (): void => useCommands(commands);
