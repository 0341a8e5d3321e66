import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContextFilesDependencies, createContextFiles } from '#main/assistant/files/index.ts';
import type { ContextFilesService, NewFile } from '#main/assistant/files/index.ts';
import type { ByteSource } from '#main/assistant/files/content/byte-source.ts';
import { chunksOf } from '#main/assistant/files/content/byte-source.ts';
import { parseManifest } from '#main/assistant/files/store/manifest.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import type { LogLine } from './app.ts';

export type FilesWorld = {
  files: ContextFilesService;
  /** The data folder; the context root is `<data>/context`. */
  data: string;
  logs: LogLine[];
  events: unknown[];
  /** Milliseconds; moves only when a test moves it. */
  time: { now: number };
  settings: { redactSecrets: boolean };
  /** The same folder in another service, as in another process or after a restart. */
  another(needs?: Partial<ContextFilesDependencies>): ContextFilesService;
  path(...parts: string[]): string;
  close(): Promise<void>;
};

/** The real service on a temporary folder, with a clock that stands still. */
export const openFilesWorld = (needs: Partial<ContextFilesDependencies> = {}): FilesWorld => {
  const data = mkdtempSync(join(tmpdir(), 'fabula-files-'));
  const logs: LogLine[] = [];
  const events: unknown[] = [];
  const time = { now: 1_700_000_000_000 };
  const settings = { redactSecrets: true };
  const opened: ContextFilesService[] = [];
  const another = (more: Partial<ContextFilesDependencies> = {}): ContextFilesService => {
    const service = createContextFiles({
      platform: {
        paths: { data, documents: data, assets: data, samples: data },
        clock: { now: () => time.now },
        logger: {
          log: (level, message, fields) => {
            logs.push(fields ? { level, message, fields } : { level, message });
          },
        },
      },
      settings: { get: () => ({ ...defaultSettings, ...settings }) },
      events: { emit: (name, payload) => events.push({ name, payload }) },
      ...needs,
      ...more,
    });
    opened.push(service);
    return service;
  };
  return {
    files: another(),
    data,
    logs,
    events,
    time,
    settings,
    another,
    path: (...parts) => join(data, 'context', ...parts),
    async close() {
      for (const service of opened) await service.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
};

/** All files of a conversation. */
export const listedIn = async (files: ContextFilesService, conversationId: string) =>
  (await files.list({ conversationId, limit: 10_000 })).items;

/** The beginning of a file. */
export const readIn = (files: ContextFilesService, conversationId: string, id: string) =>
  files.read({ conversationId, id, offset: 0, limit: 65_536 });

/** What a conversation's manifest says, as it lies on disk. */
export const manifestEntries = (world: FilesWorld, conversationId: string) => {
  const manifest = readFileSync(world.path(conversationId, 'manifest.json'), 'utf8');
  const parsed = parseManifest(manifest);
  if (parsed === null) throw new Error('the manifest is not sound');
  return [...parsed.values()];
};

export const toolFile = (content: NewFile['content'], callId?: string): NewFile => ({
  kind: 'artifact',
  hint: 'Output of a tool',
  source: { type: 'tool', id: (callId ?? '').slice(0, 200) },
  content,
  name: callId === undefined ? { for: 'tool' } : { for: 'tool', callId },
});

/** Bytes in memory as an open file. */
export const memorySource = (bytes: Buffer): ByteSource => {
  const source = {
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  return {
    ...source,
    chunks: () => chunksOf(source),
    descriptor: null,
    close: async () => undefined,
  };
};

/** Every file below a folder, relative and sorted. */
export const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((item) => !item.isDirectory())
        .map((item) => join(item.parentPath, item.name).slice(folder.length + 1))
        .sort()
    : [];
