import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { CodexPanel } from './panel.tsx';

export { useCodexCommands } from './codex-commands.ts';
export { NameCard } from './card/name-card.tsx';
export { nameHover } from './card/name-hover.ts';
export { TimelineView } from './timeline/timeline-view.tsx';
export { WorldView } from './world/world-view.tsx';
export { addEntityNamed, beginEntry, showEntity, showEntityById } from './show-entity.ts';

export const codexPanel: DockPanel = {
  id: 'codex',
  titleKey: 'codex:title',
  Component: CodexPanel,
};
