import { useMemo } from 'react';
import type { Translate } from '#renderer/i18n/index.ts';
import { InterfaceLanguage, interfaceLanguages } from '#shared/domain/interface-language.ts';
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

const isDark = () => {
  const { theme } = usePreferences.getState().settings;
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
};

const change = (patch: Parameters<typeof updateSettings>[0]) => () => {
  updateSettings(patch).catch(reportFailure);
};

const pageSettings = () => usePreferences.getState().settings.editor;

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
    id: 'settings.shortcuts',
    titleKey: 'app:commands.shortcuts',
    group: 'view',
    shortcut: 'Mod+/',
    run: () => openSettings('shortcuts'),
  },
  {
    id: 'dialog.search',
    titleKey: 'app:commands.searchBook',
    group: 'writing',
    shortcut: 'Mod+Shift+F',
    run: () => openDialog('search'),
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
    id: 'view.contrast',
    titleKey: 'app:commands.contrast',
    group: 'view',
    whileLockedIn: true,
    run: () =>
      change({
        contrast: usePreferences.getState().settings.contrast === 'more' ? 'system' : 'more',
      })(),
  },
  {
    id: 'view.theme',
    titleKey: 'app:commands.darkTheme',
    titleIn: (t) => t(isDark() ? 'app:commands.lightTheme' : 'app:commands.darkTheme'),
    group: 'view',
    whileLockedIn: true,
    shortcut: 'Mod+Shift+L',
    run: () => change({ theme: isDark() ? 'light' : 'dark' })(),
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
  ...InterfaceLanguage.options.map((language) => ({
    id: `view.language.${language}`,
    titleKey: 'app:commands.language' as const,
    titleIn: (t: Translate) =>
      t('app:commands.language', { name: interfaceLanguages[language].name }),
    group: 'view' as const,
    when: () => document.documentElement.lang !== language,
    run: change({ language }),
  })),
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
