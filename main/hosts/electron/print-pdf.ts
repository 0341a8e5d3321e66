/** Prints a page of ours to PDF in a window nobody sees, with the fonts of this machine. */
import { randomUUID } from 'node:crypto';
import { BrowserWindow, session } from 'electron';
import { AppError } from '#shared/errors.ts';

const pageNumbers =
  '<div style="width:100%;font-size:9pt;text-align:center"><span class="pageNumber"></span></div>';

/**
 * From this Chromium on pages number themselves, as their style says. A footer, which is a page of its own for each page, costs
 * as much as all the rest.
 */
const marginBoxesSince = 131;
const numbersThemselves = Number.parseInt(process.versions.chrome, 10) >= marginBoxesSince;

const footer = {
  displayHeaderFooter: true,
  headerTemplate: '<span></span>',
  footerTemplate: pageNumbers,
};

/** Nothing but this one file may be loaded, nothing run, nothing asked for. */
const closedSession = (): Electron.Session => {
  const closed = session.fromPartition(`print-${randomUUID()}`);
  closed.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  closed.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !url.startsWith('file:') });
  });
  return closed;
};

/**
 * @param page path of a page without scripts
 * @param signal ends the printing: CANCELLED
 */
export const printPdf = async (page: string, signal: AbortSignal): Promise<Uint8Array> => {
  signal.throwIfAborted();
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: closedSession(),
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  });
  const stop = (): void => window.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await window.loadFile(page);
    return await window.webContents.printToPDF({
      preferCSSPageSize: true,
      printBackground: false,
      ...(numbersThemselves ? {} : footer),
      generateDocumentOutline: true,
      generateTaggedPDF: true,
    });
  } catch (error) {
    if (signal.aborted) {
      throw new AppError('CANCELLED', 'The printing was cancelled.', {}, { cause: error });
    }
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    if (!window.isDestroyed()) window.destroy();
  }
};
