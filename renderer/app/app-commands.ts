import type { Translate } from '#renderer/i18n/index.ts';
import { toggleFullScreen } from '#renderer/rpc/index.ts';
import { InterfaceLanguage, interfaceLanguages } from '#shared/domain/interface-language.ts';
import { type Command, useCommands } from './commands.ts';
import { openDialog } from './dialogs.ts';
import { updateSettings, usePreferences } from './preferences.ts';
import { reportFailure } from './report-failure.ts';

const isDark = () => {
  const { theme } = usePreferences.getState().settings;
  return theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
};

const change = (patch: Parameters<typeof updateSettings>[0]) => () => {
  updateSettings(patch).catch(reportFailure);
};

const commands: readonly Command[] = [
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
    alsoKey: 'palette:also.settings',
    group: 'view',
    shortcut: 'Mod+,',
    run: () => openDialog('settings'),
  },
  ...(toggleFullScreen === null
    ? []
    : [
        {
          id: 'view.fullScreen',
          titleKey: 'app:commands.fullScreen',
          group: 'view',
          shortcut: 'Shift+F11',
          run: toggleFullScreen,
        } as const,
      ]),
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
    alsoKey: 'palette:also.theme',
    titleIn: (t) => t(isDark() ? 'app:commands.lightTheme' : 'app:commands.darkTheme'),
    group: 'view',
    whileLockedIn: true,
    shortcut: 'Mod+Shift+L',
    run: () => change({ theme: isDark() ? 'light' : 'dark' })(),
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

/** What can be done with the program itself, whether or not a book is open. */
export const useAppCommands = (): void => useCommands(commands);
