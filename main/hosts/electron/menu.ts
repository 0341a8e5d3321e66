/** The menus of the desktop. */
import { Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import { type MenuChoice, type MenuCommand, menuCommands } from '#shared/contract/bridge.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { DesktopWords } from '../node/words.ts';

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The keys of the page's commands unless others were chosen. */
const keysOf: Readonly<Record<MenuCommand, string>> = {
  'project.open': 'Mod+O',
  'project.import': '',
  'project.openBundle': '',
  'project.export': 'Mod+Alt+E',
  'dialog.palette': 'Mod+K',
  'dialog.settings': 'Mod+,',
  'view.fullScreen': 'Shift+F11',
};

/** The role's own keys are those of a plus that is typed with Shift; these are the same key without it, and the number pad's. */
const zoomInAlso = ['CmdOrCtrl+=', 'CmdOrCtrl+numadd'].map(
  (accelerator): MenuItemConstructorOptions => ({ role: 'zoomIn', accelerator, visible: false }),
);

/** Electron's name for the keys of a command; none where the writer took them away. */
const acceleratorOf = (
  command: MenuCommand,
  shortcuts: Settings['shortcuts'],
): Pick<MenuItemConstructorOptions, 'accelerator'> => {
  const chosen = shortcuts[command] ?? keysOf[command];
  return chosen === '' ? {} : { accelerator: chosen.replace('Mod', 'CmdOrCtrl') };
};

type MenuOptions = { mac: boolean; developer: boolean; shortcuts: Settings['shortcuts'] };
type Run = (choice: MenuChoice) => void;

/** Shortcuts that the page handles are shown here and left to it, so that no key acts twice. */
const buildMenu = (words: DesktopWords, options: MenuOptions, run: Run): Menu => {
  const command = (label: string, id: MenuCommand): MenuItemConstructorOptions => ({
    id,
    label,
    ...acceleratorOf(id, options.shortcuts),
    registerAccelerator: false,
    click: () => run(id),
  });
  const file: MenuItemConstructorOptions[] = [
    command(words.openBook, 'project.open'),
    command(words.openBundle, 'project.openBundle'),
    command(words.importText, 'project.import'),
    command(words.exportBook, 'project.export'),
    command(words.palette, 'dialog.palette'),
    command(words.settings, 'dialog.settings'),
    separator,
    { role: 'close', label: words.close },
    ...(options.mac ? [] : [{ role: 'quit', label: words.quit } as const]),
  ];
  const view: MenuItemConstructorOptions[] = [
    { role: 'zoomIn', label: words.zoomIn },
    ...zoomInAlso,
    { role: 'zoomOut', label: words.zoomOut },
    { role: 'resetZoom', label: words.resetZoom },
    separator,
    command(words.fullScreen, 'view.fullScreen'),
    ...(options.developer ? [{ role: 'toggleDevTools', label: words.developer } as const] : []),
  ];
  return Menu.buildFromTemplate([
    ...(options.mac ? [{ role: 'appMenu' } as const] : []),
    { label: words.file, submenu: file },
    { label: words.edit, submenu: [...history(words, options.mac, run), ...editing(words)] },
    { label: words.view, submenu: view },
  ]);
};

/**
 * Puts up the menu bar.
 * @param run hands what was chosen to the page
 */
export const createMenuBar = (
  run: Run,
): {
  show(words: DesktopWords, options: MenuOptions): void;
  /** Disables all commands of the page but these. */
  offer(commands: readonly unknown[]): void;
} => {
  let offered: readonly unknown[] = [];
  const enable = (menu: Menu): void => {
    for (const id of menuCommands) {
      const item = menu.getMenuItemById(id);
      if (item) item.enabled = offered.includes(id);
    }
  };
  return {
    show(words, options) {
      const menu = buildMenu(words, options, run);
      enable(menu);
      Menu.setApplicationMenu(menu);
    },
    offer(commands) {
      offered = commands;
      const menu = Menu.getApplicationMenu();
      if (menu) enable(menu);
    },
  };
};

/** Each text has a history of its own, and the book another one: the page knows which of them the keys mean. */
const history = (words: DesktopWords, mac: boolean, run: Run): MenuItemConstructorOptions[] => [
  {
    label: words.undo,
    accelerator: 'CmdOrCtrl+Z',
    registerAccelerator: false,
    click: () => run('undo'),
  },
  {
    label: words.redo,
    accelerator: mac ? 'Cmd+Shift+Z' : 'Ctrl+Y',
    registerAccelerator: false,
    click: () => run('redo'),
  },
  separator,
];

const editing = (words: DesktopWords): MenuItemConstructorOptions[] => [
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
      ? editing(words())
      : [{ role: 'copy', label: words().copy } as const];
    Menu.buildFromTemplate(entries).popup();
  });
};
