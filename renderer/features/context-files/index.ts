import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { FilesPanel } from './panel.tsx';

export { showFile } from './show-file.ts';
export { formatSize } from './size-words.ts';

export const filesPanel: DockPanel = {
  id: 'context-files',
  titleKey: 'context-files:title',
  Component: FilesPanel,
};
