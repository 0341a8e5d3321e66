/** The calls about the host. */
import { z } from 'zod';
import { Nothing } from '../domain/identifiers.ts';
import { InterfaceLanguage } from '../domain/interface-language.ts';
import { defineChannel } from './define.ts';

export const HostName = z.enum(['electron', 'web', 'cli']);

export const hostContract = {
  'host:capabilities': defineChannel(
    Nothing,
    z.object({
      host: HostName,
      version: z.string(),
      platform: z.string(),
      /** A native folder dialog exists; otherwise the interface offers a path field. */
      pickFolder: z.boolean(),
      revealFile: z.boolean(),
      /** Set pages become a PDF here; otherwise the browser prints them. */
      printPdf: z.boolean(),
      /** The operating system's keychain can be used. */
      keychain: z.boolean(),
      systemLanguage: InterfaceLanguage,
      /** What the writer must know about the start: a restored database, a remembered failure. */
      notices: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  ),
  /** Null path when the writer cancelled. CAPABILITY_MISSING where there is no dialog. */
  'host:pickFolder': defineChannel(
    z.object({ title: z.string().max(200).optional() }),
    z.object({ path: z.string().nullable() }),
  ),
  /** Where a file is to go; asks before one that is there is replaced. As `host:pickFolder` otherwise. */
  'host:pickSaveFile': defineChannel(
    z.object({ title: z.string().max(200).optional(), suggested: z.string().min(1).max(4096) }),
    z.object({ path: z.string().nullable() }),
  ),
  'host:revealFile': defineChannel(
    z.object({ projectId: z.string(), documentId: z.string() }),
    Nothing,
  ),
};
