import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chooseFolders,
  defaultDataFolder,
  defaultDocumentsFolder,
} from '#main/hosts/node/folders.ts';
import { languageOfLocale } from '#shared/domain/interface-language.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fabula-home-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('folders', () => {
  it('follows each system in where data lies', () => {
    const data = (system: NodeJS.Platform, environment: Record<string, string> = {}) =>
      defaultDataFolder({ system, home: '/h', environment });
    expect(data('linux')).toBe('/h/.local/share/Fabula');
    expect(data('linux', { XDG_DATA_HOME: '/x' })).toBe('/x/Fabula');
    expect(data('darwin')).toBe('/h/Library/Application Support/Fabula');
    expect(data('win32', { APPDATA: 'C:\\A' })).toBe('C:\\A\\Fabula');
  });

  it('finds the documents folder under its name in the system’s language', async () => {
    const where = { system: 'linux', home, environment: {} } as const;
    expect(defaultDocumentsFolder(where)).toBe(path.join(home, 'Documents'));
    await mkdir(path.join(home, '.config'));
    const file = path.join(home, '.config', 'user-dirs.dirs');
    await writeFile(file, '# made by the system\nXDG_DOCUMENTS_DIR="$HOME/文档"\n');
    expect(defaultDocumentsFolder(where)).toBe(path.join(home, '文档'));
    await writeFile(file, 'XDG_DOCUMENTS_DIR="relative"\n');
    expect(defaultDocumentsFolder(where)).toBe(path.join(home, 'Documents'));
  });

  it('keeps the documents inside a data folder of one’s own', () => {
    const where = { system: 'linux', home, environment: {} } as const;
    expect(chooseFolders('/d', where)).toEqual({ data: '/d', documents: '/d/documents' });
    const named = { ...where, environment: { FABULA_DATA_DIR: '/e', FABULA_DOCUMENTS_DIR: '/f' } };
    expect(chooseFolders(null, named)).toEqual({ data: '/e', documents: '/f' });
    expect(chooseFolders('/d', named).data).toBe('/d');
    expect(chooseFolders(null, where).data).toBe(path.join(home, '.local/share/Fabula'));
  });
});

it('tells the language from a locale', () => {
  for (const locale of ['zh', 'zh-CN', 'zh-Hant-TW', 'zh_CN.UTF-8', 'ZH-hans']) {
    expect([locale, languageOfLocale(locale)]).toEqual([locale, 'zh-CN']);
  }
  for (const locale of ['en-GB', 'C', '', 'zhx', 'fr-FR']) {
    expect([locale, languageOfLocale(locale)]).toEqual([locale, 'en']);
  }
});
