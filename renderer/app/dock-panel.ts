import type { ComponentType } from 'react';
import type { MessageKey } from '#renderer/i18n/index.ts';
import type { Shortcut } from '#renderer/ui/keys.ts';

/**
 * A tab of the dock. A feature exports one from its `index.ts` and app/panels.ts lists it:
 *
 *     export const inspectPanel: DockPanel = { id: 'inspect', titleKey: 'inspect:title', Component: InspectPanel, shortcut: 'Mod+Shift+E' };
 *
 * `Component` fills the tab below the 44 px head and is mounted only while its tab is shown; state that must
 * outlive that belongs into the feature's store. It scrolls by itself or lets the tab scroll.
 */
export type DockPanel = {
  id: string;
  titleKey: MessageKey;
  Component: ComponentType;
  shortcut?: Shortcut;
};
