/** What the command line has of the world. */
import type { Platform } from '#main/platform.ts';
import { createHostLogger, createNodePlatform } from '../node/platform.ts';
import type { ProgramFiles } from '../node/package-root.ts';
import { languageOfLocale } from '#shared/domain/interface-language.ts';

/** The terminal's host: no dialogs and no keychain. */
export const createCliPlatform = (
  files: ProgramFiles,
  folders: { data: string; documents: string },
): Platform => ({
  ...createNodePlatform({
    host: 'cli',
    files,
    folders,
    systemLanguage: languageOfLocale(Intl.DateTimeFormat().resolvedOptions().locale),
    logger: createHostLogger(folders.data, 'cli', ['error', 'security']),
  }),
  secrets: null,
  desktop: null,
  sqliteBinding: null,
});
