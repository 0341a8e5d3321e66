import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { MemoryPanel } from './panel.tsx';

export const memoryPanel: DockPanel = {
  id: 'memory',
  titleKey: 'memory:title',
  Component: MemoryPanel,
};
