import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { InspectPanel } from './panel.tsx';

export { canMute } from './can-mute.ts';
export { changeSentence } from './change-summary.ts';
export { ChangeTable } from './change-table.tsx';
export { ItemTitle } from './item-title.tsx';
export { LookUpLines, lookUpWords } from './look-up.tsx';
export { keptSentence } from './sentence.ts';
export { useInspectFollowing } from './following.ts';
export { isElsewhere } from './request-now.ts';
export { requestToRun, showRequest } from './show-request.ts';
export { wholeBookWords } from './whole-book-words.ts';
export { useInspectCommands } from './inspect-commands.ts';

export const inspectPanel: DockPanel = {
  id: 'inspect',
  titleKey: 'inspect:title',
  Component: InspectPanel,
  shortcut: 'Mod+Shift+E',
};
