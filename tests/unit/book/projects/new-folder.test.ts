import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainFolderFailure, makeFolder } from '#main/book/projects/new-folder.ts';
import { copySample } from '#main/book/projects/samples.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/helpers/small-disk.ts';

let base: string;
let home: SmallDisk;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fabula-home-'));
  home = mountSmallDisk(join(base, 'home'), 1);
});
afterEach(() => {
  home.remove();
  rmSync(base, { recursive: true, force: true });
});

describe('a home that can only be read, without a folder for documents [W10]', () => {
  it('is called that for a new book and for the sample, not a folder that is missing', async () => {
    const documents = join(home.path, 'Documents');
    home.setReadOnly(true);
    const made = makeFolder({ name: '潮', language: 'zh-CN' }, documents);
    const unwritable = { code: 'PROJECT_FOLDER_UNWRITABLE', details: { cause: 'EROFS' } };
    await expect(made).rejects.toMatchObject(unwritable);
    const target = join(documents, 'Fabula', '潮信');
    const copied = copySample('samples', 'zh-CN', target).catch((error: unknown) => {
      throw explainFolderFailure(target, error);
    });
    await expect(copied).rejects.toMatchObject(unwritable);
    home.setReadOnly(false);
    expect(await makeFolder({ name: '潮', language: 'zh-CN' }, documents)).toBe(
      join(documents, 'Fabula', '潮'),
    );
  });

  it('leaves a parent that was named and is not there called missing', async () => {
    const parentPath = join(home.path, 'gone');
    const made = makeFolder({ name: 'x', language: 'en', parentPath }, base);
    await expect(made).rejects.toMatchObject({ code: 'PROJECT_FOLDER_MISSING' });
  });
});
