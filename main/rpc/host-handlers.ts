import type { Output, Parsed } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { Platform } from '#main/platform.ts';

export type HostHandlers = {
  capabilities(): Output<'host:capabilities'>;
  pickFolder(input: Parsed<'host:pickFolder'>): Promise<Output<'host:pickFolder'>>;
  pickSaveFile(input: Parsed<'host:pickSaveFile'>): Promise<Output<'host:pickSaveFile'>>;
  revealFile(input: Parsed<'host:revealFile'>): Output<'host:revealFile'>;
};

export type Notice = { code: string; message: string };

/** What the host can do, for the interface; the host itself is never asked by name. */
export const createHostHandlers = (
  platform: Platform,
  notices: readonly Notice[],
  locate: (projectId: string, documentId: string) => string,
): HostHandlers => {
  const desktop = () => {
    if (!platform.desktop) {
      throw new AppError('CAPABILITY_MISSING', 'This host has no desktop abilities.');
    }
    return platform.desktop;
  };
  return {
    capabilities: () => ({
      host: platform.host,
      version: platform.version,
      platform: process.platform,
      pickFolder: platform.desktop !== null,
      revealFile: platform.desktop !== null,
      printPdf: platform.desktop !== null,
      keychain: platform.secrets?.available() ?? false,
      systemLanguage: platform.systemLanguage,
      notices: [...notices],
    }),
    pickFolder: async ({ title }) => ({ path: await desktop().pickFolder(title ?? '') }),
    pickSaveFile: async ({ title, suggested }) => ({
      path: await desktop().pickSaveFile({ title: title ?? '', suggested }),
    }),
    revealFile: ({ projectId, documentId }) => {
      desktop().revealFile(locate(projectId, documentId));
      return {};
    },
  };
};
