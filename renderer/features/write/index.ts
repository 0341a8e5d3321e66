import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { WritePanel } from './panel.tsx';

export { useWriteFollowing } from './live.ts';
export { useWriteCommands } from './write-commands.ts';

/** The tab of the assistant; conversations come into the same one. */
export const writePanel: DockPanel = {
  id: 'assistant',
  titleKey: 'write:title',
  Component: WritePanel,
};
