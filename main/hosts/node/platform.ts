/** What all hosts have of the world. */
import { homedir } from 'node:os';
import path from 'node:path';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import type { Logger, LogLevel, Platform } from '#main/platform.ts';
import { showControls } from '#main/base/text/visible-controls.ts';
import { createFileLogger } from './file-logger.ts';
import { createSystemClock } from './system-clock.ts';
import type { Home } from './folders.ts';
import type { ProgramFiles } from './package-root.ts';

const logBytes = 5 * 1024 * 1024;

export const thisHome = (): Home => ({
  system: process.platform,
  home: homedir(),
  environment: process.env,
});

/** The log of a host in its data folder, with the lines that matter on the terminal too. */
export const createHostLogger = (
  data: string,
  host: Platform['host'],
  spoken: readonly LogLevel[],
): Logger =>
  createFileLogger({
    file: path.join(data, 'logs', `${host}.log`),
    limit: logBytes,
    clock: createSystemClock(),
    spoken,
    say: (line) => process.stderr.write(`${showControls(line)}\n`),
  });

/** What every host knows of the world without its own run-time; each adds its abilities or real nulls. */
export const createNodePlatform = (own: {
  host: Platform['host'];
  files: ProgramFiles;
  folders: { data: string; documents: string };
  systemLanguage: InterfaceLanguage;
  logger: Logger;
}): Omit<Platform, 'secrets' | 'desktop' | 'sqliteBinding'> => ({
  host: own.host,
  version: own.files.version,
  systemLanguage: own.systemLanguage,
  paths: {
    data: own.folders.data,
    documents: own.folders.documents,
    assets: own.files.assets,
    samples: own.files.samples,
  },
  workers: {
    retrieval: own.files.worker('context/retrieval/retrieval.worker'),
    sentenceModel: own.files.worker('context/retrieval/model/sentence-model.worker'),
    backup: own.files.worker('db/backups/backup.worker'),
    export: own.files.worker('book/export/export.worker'),
    archive: own.files.worker('archive/archive.worker'),
    import: own.files.worker('book/import/import.worker'),
    reports: own.files.worker('book/reports/reports.worker'),
    contradictions: own.files.worker('ai/contradictions/contradictions.worker'),
  },
  clock: createSystemClock(),
  logger: own.logger,
});
