/** How the desktop ends: because the writer quits, because it cannot start, because of an error nobody caught. */
import { app, BrowserWindow, dialog } from 'electron';
import { languageOfLocale } from '#shared/domain/interface-language.ts';
import { AppError } from '#shared/errors.ts';
import type { App } from '#main/app.ts';
import { sayError } from '#main/base/failures/error-report.ts';
import type { Logger } from '#main/platform.ts';
import { settleWithin } from '#main/base/processes/settle-within.ts';
import { endInTime } from '../node/end-in-time.ts';
import { guardAgainstCrash } from '../node/crash-guard.ts';
import { type DesktopWords, wordsOf } from '../node/words.ts';

/** How long pages that are to save what was typed are waited for after a crash, ms. */
const pagesMs = 1500;
/** How long the parts of the program may take to end before the last backup is made, ms. */
const partsMs = 1000;
/** The same where the writer quits and nothing is wrong. */
const quitMs = 2000;
/** How long the last word stays when nobody answers it, ms: a screen without a person must not hold the process. */
const lastWordMs = 15_000;

export type DeskEnd = {
  /** From now on this is closed before the process ends, whichever way it was told to. */
  protect(running: App, logger: Logger): void;
  /** Tells why it cannot start, on the terminal at once and then in a box, and ends with exit code 1. */
  refuse(error: unknown): Promise<void>;
};

const wordsNow = (): DesktopWords => wordsOf[languageOfLocale(app.getLocale())].desktop;

const complain = (error: unknown): void => {
  process.stderr.write(`${sayError(error)}\n`);
};

const explain = (words: DesktopWords, error: unknown): string => {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'DATA_FOLDER_UNWRITABLE') return words.dataFolderUnwritable;
  if (code === 'DISK_FULL') return words.dataFolderFull;
  return '';
};

const sayLast = async (title: string, text: string): Promise<void> => {
  if (app.isReady()) {
    const box = { type: 'error', title, message: title, detail: text } as const;
    await settleWithin(dialog.showMessageBox(box), lastWordMs);
  } else dialog.showErrorBox(title, text);
};

/** Pages are asked to save as if the writer closed their windows. */
const closeWindows = async (): Promise<void> => {
  const closed = BrowserWindow.getAllWindows().map(
    (window) =>
      new Promise<void>((resolve) => {
        window.once('closed', () => resolve());
        window.close();
      }),
  );
  await settleWithin(Promise.all(closed), pagesMs);
};

/** Takes up errors that nobody catches from now on. */
export const createDeskEnd = (): DeskEnd => {
  let closing: Promise<void> | null = null;
  let isCrashing = false;
  const crash = guardAgainstCrash({
    say: complain,
    end(error) {
      const words = wordsNow();
      void sayLast(words.cannotGoOn, `${words.savedIsSafe}\n\n${sayError(error)}`).finally(() =>
        app.exit(1),
      );
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      endInTime(() => process.stderr.write('The end took too long and was forced.\n'));
      app.quit();
    });
  }
  return {
    protect(running, logger) {
      const close = (limitMs: number): Promise<void> => {
        closing ??= running.close(limitMs);
        return closing;
      };
      crash.protect(async () => {
        isCrashing = true;
        await closeWindows();
        await close(partsMs);
      }, logger);
      app.on('will-quit', (event) => {
        event.preventDefault();
        if (isCrashing) return;
        void close(quitMs).then(() => app.exit(0));
      });
    },
    async refuse(error) {
      complain(error);
      const words = wordsNow();
      const said = [explain(words, error), sayError(error)].filter((line) => line !== '');
      await sayLast(words.cannotStart, said.join('\n\n'));
      app.exit(1);
    },
  };
};
