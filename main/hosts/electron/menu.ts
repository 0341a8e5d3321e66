/** The menus of the desktop. */
import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { MenuCommand } from '#shared/contract/bridge.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { DesktopWords } from '../node/words.ts';

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The commands of the page that stand in the menu: their ids there, and their keys unless others were chosen. */
const pageCommands = {
  'project.open': { id: 'project.open', keys: 'Mod+O' },
  'project.import': { id: 'project.import', keys: '' },
  'project.openBundle': { id: 'project.openBundle', keys: '' },
  'project.export': { id: 'project.export', keys: 'Mod+Alt+E' },
  'palette.open': { id: 'dialog.palette', keys: 'Mod+K' },
  'settings.open': { id: 'dialog.settings', keys: 'Mod+,' },
} as const satisfies Record<MenuCommand, { id: string; keys: string }>;

/** Electron's name for the keys of a command; none where the writer took them away. */
const acceleratorOf = (
  command: MenuCommand,
  shortcuts: Settings['shortcuts'],
): Pick<MenuItemConstructorOptions, 'accelerator'> => {
  const { id, keys } = pageCommands[command];
  const chosen = shortcuts[id] ?? keys;
  return chosen === '' ? {} : { accelerator: chosen.replace('Mod', 'CmdOrCtrl') };
};

/**
 * The native menu. Shortcuts that the page handles are shown here and left to it, so that no key acts twice.
 * @param run hands a command to the page
 */
export const buildMenu = (
  words: DesktopWords,
  options: { mac: boolean; developer: boolean; shortcuts: Settings['shortcuts'] },
  run: (command: MenuCommand) => void,
): Menu => {
  const command = (label: string, id: MenuCommand): MenuItemConstructorOptions => ({
    label,
    ...acceleratorOf(id, options.shortcuts),
    registerAccelerator: false,
    click: () => run(id),
  });
  const file: MenuItemConstructorOptions[] = [
    command(words.openFolder, 'project.open'),
    command(words.openBundle, 'project.openBundle'),
    command(words.importText, 'project.import'),
    command(words.exportBook, 'project.export'),
    command(words.palette, 'palette.open'),
    command(words.settings, 'settings.open'),
    separator,
    { role: 'close', label: words.close },
    ...(options.mac ? [] : [{ role: 'quit', label: words.quit } as const]),
  ];
  const view: MenuItemConstructorOptions[] = [
    { role: 'zoomIn', label: words.zoomIn },
    { role: 'zoomOut', label: words.zoomOut },
    { role: 'resetZoom', label: words.resetZoom },
    separator,
    { role: 'togglefullscreen', label: words.fullScreen },
    ...(options.developer ? [{ role: 'toggleDevTools', label: words.developer } as const] : []),
  ];
  return Menu.buildFromTemplate([
    ...(options.mac ? [{ role: 'appMenu' } as const] : []),
    { label: words.file, submenu: file },
    { label: words.edit, submenu: editing(words, true) },
    { label: words.view, submenu: view },
  ]);
};

const editing = (words: DesktopWords, withHistory: boolean): MenuItemConstructorOptions[] => [
  ...(withHistory
    ? [
        // The editor keeps its own history and takes these keys itself.
        { role: 'undo', label: words.undo, registerAccelerator: false } as const,
        { role: 'redo', label: words.redo, registerAccelerator: false } as const,
        separator,
      ]
    : []),
  { role: 'cut', label: words.cut },
  { role: 'copy', label: words.copy },
  { role: 'paste', label: words.paste },
  separator,
  { role: 'selectAll', label: words.selectAll },
];

/** Cut, copy and paste under the right button, where there is text. */
export const offerContextMenu = (contents: WebContents, words: () => DesktopWords): void => {
  contents.on('context-menu', (_event, { isEditable, selectionText }) => {
    if (!isEditable && selectionText === '') return;
    const entries = isEditable
      ? editing(words(), false)
      : [{ role: 'copy', label: words().copy } as const];
    Menu.buildFromTemplate(entries).popup();
  });
};
