import { useMemo } from 'react';
import { besideCommands } from './beside-commands.ts';
import { type Command, useCommands } from './commands.ts';
import { openDialog, openSettings } from './dialogs.ts';
import { focusPage } from './page-focus.ts';
import { useLayout } from './layout.ts';
import { walkPanes } from './pane-focus.ts';
import { panels } from './panels.ts';
import { updateSettings, usePreferences } from './preferences.ts';
import { reportFailure } from './report-failure.ts';

const layout = () => useLayout.getState();

const change = (patch: Parameters<typeof updateSettings>[0]) => () => {
  updateSettings(patch).catch(reportFailure);
};

const pageSettings = () => usePreferences.getState().settings.editor;

const viewCommands: readonly Command[] = [
  {
    id: 'settings.shortcuts',
    titleKey: 'app:commands.shortcuts',
    alsoKey: 'palette:also.shortcuts',
    group: 'view',
    shortcut: 'Mod+/',
    run: () => openSettings('shortcuts'),
  },
  {
    id: 'settings.backups',
    titleKey: 'backups:title',
    alsoKey: 'palette:also.backups',
    group: 'project',
    run: () => openSettings('backups'),
  },
  {
    id: 'settings.egress',
    titleKey: 'egress:title',
    alsoKey: 'palette:also.egress',
    group: 'project',
    run: () => openSettings('egress'),
  },
  {
    id: 'dialog.search',
    titleKey: 'app:commands.searchBook',
    alsoKey: 'palette:also.searchBook',
    group: 'writing',
    shortcut: 'Mod+Shift+F',
    run: () => openDialog('search'),
  },
  {
    id: 'view.binder',
    titleKey: 'app:commands.toggleBinder',
    alsoKey: 'palette:also.binder',
    group: 'view',
    shortcut: 'Mod+\\',
    run: () => layout().toggleBinder(),
  },
  {
    id: 'view.dock',
    titleKey: 'app:commands.toggleDock',
    alsoKey: 'palette:also.dock',
    group: 'view',
    shortcut: 'Mod+J',
    alternatives: ['Mod+Shift+\\', 'Mod+Shift+|'],
    run: () => layout().toggleDock(),
  },
  {
    id: 'view.focus',
    titleKey: 'app:commands.focusMode',
    alsoKey: 'palette:also.focus',
    group: 'view',
    shortcut: 'F11',
    run: () => {
      layout().toggleFocusMode();
      focusPage();
    },
  },
  {
    id: 'view.typewriter',
    titleKey: 'app:commands.typewriter',
    group: 'view',
    whileLockedIn: true,
    run: () => change({ editor: { typewriter: !pageSettings().typewriter } })(),
  },
  {
    id: 'view.dimOthers',
    titleKey: 'app:commands.dimOthers',
    group: 'view',
    whileLockedIn: true,
    run: () => change({ editor: { dimOthers: !pageSettings().dimOthers } })(),
  },
  {
    id: 'view.nextPane',
    titleKey: 'app:commands.nextPane',
    group: 'view',
    shortcut: 'F6',
    run: () => walkPanes(1),
  },
  {
    id: 'view.previousPane',
    titleKey: 'app:commands.previousPane',
    group: 'view',
    shortcut: 'Shift+F6',
    run: () => walkPanes(-1),
  },
];

const panelCommands = (): Command[] =>
  panels.map(({ id, titleKey, shortcut }) => ({
    id: `panel.${id}`,
    titleKey,
    group: 'panels',
    ...(shortcut === undefined ? {} : { shortcut }),
    run: () => layout().showPanel(id),
  }));

/** What the desk itself can do; features bring their own commands. */
export function useDeskCommands(): void {
  useCommands(useMemo(() => [...viewCommands, ...besideCommands, ...panelCommands()], []));
}
