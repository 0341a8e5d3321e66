import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { MenuCommand } from '#shared/contract/bridge.ts';
import type { Words } from './words.ts';

const separator: MenuItemConstructorOptions = { type: 'separator' };

/**
 * The native menu. Shortcuts that the page handles are shown here and left to it, so that no key acts twice.
 * @param run hands a command to the page
 */
export const buildMenu = (
  words: Words,
  options: { mac: boolean; developer: boolean },
  run: (command: MenuCommand) => void,
): Menu => {
  const command = (label: string, id: MenuCommand, key: string): MenuItemConstructorOptions => ({
    label,
    accelerator: key,
    registerAccelerator: false,
    click: () => run(id),
  });
  const file: MenuItemConstructorOptions[] = [
    command(words.openFolder, 'project.open', 'CmdOrCtrl+O'),
    command(words.palette, 'palette.open', 'CmdOrCtrl+K'),
    command(words.settings, 'settings.open', 'CmdOrCtrl+,'),
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

const editing = (words: Words, withHistory: boolean): MenuItemConstructorOptions[] => [
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
export const offerContextMenu = (contents: WebContents, words: () => Words): void => {
  contents.on('context-menu', (_event, { isEditable, selectionText }) => {
    if (!isEditable && selectionText === '') return;
    const entries = isEditable
      ? editing(words(), false)
      : [{ role: 'copy', label: words().copy } as const];
    Menu.buildFromTemplate(entries).popup();
  });
};
