import { useMemo } from 'react';
import { type Command, useCommands } from './commands.ts';
import { openDialog } from './dialogs.ts';
import { focusPage } from './page-focus.ts';
import { useLayout } from './layout.ts';
import { panels } from './panels.ts';
import { updateSettings, usePreferences } from './preferences.ts';
import { reportFailure } from './report-failure.ts';

const layout = () => useLayout.getState();

const isDark = () => {
  const { theme } = usePreferences.getState().settings;
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
};

const change = (patch: Parameters<typeof updateSettings>[0]) => () => {
  updateSettings(patch).catch(reportFailure);
};

const viewCommands: readonly Command[] = [
  {
    id: 'dialog.palette',
    titleKey: 'app:commands.palette',
    group: 'view',
    shortcut: 'Mod+K',
    alternatives: ['Mod+Shift+P'],
    run: () => openDialog('palette'),
  },
  {
    id: 'dialog.settings',
    titleKey: 'app:commands.settings',
    group: 'view',
    shortcut: 'Mod+,',
    run: () => openDialog('settings'),
  },
  {
    id: 'view.binder',
    titleKey: 'app:commands.toggleBinder',
    group: 'view',
    shortcut: 'Mod+\\',
    run: () => layout().toggleBinder(),
  },
  {
    id: 'view.dock',
    titleKey: 'app:commands.toggleDock',
    group: 'view',
    shortcut: 'Mod+J',
    alternatives: ['Mod+Shift+\\', 'Mod+Shift+|'],
    run: () => layout().toggleDock(),
  },
  {
    id: 'view.focus',
    titleKey: 'app:commands.focusMode',
    group: 'view',
    shortcut: 'F11',
    alternatives: ['Mod+Shift+F'],
    run: () => {
      layout().toggleFocusMode();
      focusPage();
    },
  },
  {
    id: 'view.light',
    titleKey: 'app:commands.lightTheme',
    group: 'view',
    shortcut: 'Mod+Shift+L',
    when: isDark,
    run: change({ theme: 'light' }),
  },
  {
    id: 'view.dark',
    titleKey: 'app:commands.darkTheme',
    group: 'view',
    shortcut: 'Mod+Shift+L',
    when: () => !isDark(),
    run: change({ theme: 'dark' }),
  },
  {
    id: 'view.chinese',
    titleKey: 'app:commands.chinese',
    group: 'view',
    when: () => document.documentElement.lang !== 'zh-CN',
    run: change({ language: 'zh-CN' }),
  },
  {
    id: 'view.english',
    titleKey: 'app:commands.english',
    group: 'view',
    when: () => document.documentElement.lang !== 'en',
    run: change({ language: 'en' }),
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
  useCommands(useMemo(() => [...viewCommands, ...panelCommands()], []));
}
