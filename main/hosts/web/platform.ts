/** What the web host has of the world. */
import type { Platform } from '#main/platform.ts';
import { createHostLogger, createNodePlatform } from '../node/platform.ts';
import type { ProgramFiles } from '../node/package-root.ts';
import { languageOfLocale } from '#shared/domain/interface-language.ts';

/** The browser's host: no dialogs, and no keychain before issue 4 brings one. */
export const createWebPlatform = (
  files: ProgramFiles,
  folders: { data: string; documents: string },
): Platform => ({
  ...createNodePlatform({
    host: 'web',
    files,
    folders,
    systemLanguage: languageOfLocale(Intl.DateTimeFormat().resolvedOptions().locale),
    logger: createHostLogger(folders.data, 'web', ['warn', 'error', 'security']),
  }),
  secrets: null,
  desktop: null,
  sqliteBinding: null,
});
