/** What the desktop has of the world. */
import path from 'node:path';
import { app, BrowserWindow, dialog, shell } from 'electron';
import type { Desktop, Logger, Platform } from '#main/platform.ts';
import type { ProgramFiles } from '../node/package-root.ts';
import { createNodePlatform } from '../node/platform.ts';
import { languageOfLocale } from '#shared/domain/interface-language.ts';
import { isThere } from '#main/base/files/places.ts';
import { chooseSaveFile } from './choose-save-file.ts';
import { printPdf } from './print-pdf.ts';
import { createSecrets } from './secrets.ts';

const desktop: Desktop = {
  async pickFolder(title) {
    const window = BrowserWindow.getAllWindows()[0];
    const options = {
      title,
      properties: ['openDirectory', 'createDirectory'],
    } satisfies Electron.OpenDialogOptions;
    const { canceled, filePaths } = window
      ? await dialog.showOpenDialog(window, options)
      : await dialog.showOpenDialog(options);
    return canceled ? null : (filePaths[0] ?? null);
  },
  async pickSaveFile({ title, suggested }) {
    const window = BrowserWindow.getAllWindows()[0];
    const ending = path.extname(suggested).slice(1);
    const ask = async (defaultPath: string) => {
      const options = {
        ...{ title, defaultPath },
        filters: ending === '' ? [] : [{ name: `*.${ending}`, extensions: [ending] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      } satisfies Electron.SaveDialogOptions;
      const { canceled, filePath } = window
        ? await dialog.showSaveDialog(window, options)
        : await dialog.showSaveDialog(options);
      return canceled || filePath === '' ? null : filePath;
    };
    return chooseSaveFile(suggested, { ask, isThere });
  },
  printPdf,
  revealFile(file) {
    shell.showItemInFolder(file);
  },
};

/** The desktop's host. To be made once the app is ready. */
export const createElectronPlatform = (
  files: ProgramFiles,
  folders: { data: string; documents: string },
  logger: Logger,
): Platform => ({
  ...createNodePlatform({
    host: 'electron',
    files,
    folders,
    systemLanguage: languageOfLocale(app.getPreferredSystemLanguages()[0] ?? app.getLocale()),
    logger,
  }),
  secrets: createSecrets(path.join(folders.data, 'secrets.json')),
  desktop,
  sqliteBinding: process.env.FABULA_SQLITE_BINDING ?? null,
});
