import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#shared/domain/identifiers.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const russian = 'Москва слезам не верит. Он сказал это тихо, и никто не ответил.\n';

/** A book whose one chapter holds these bytes. */
const withBytes = async (name: string, bytes: Buffer) => {
  const project = await desk.project({ 'seed.md': '' });
  await writeFile(path.join(project.path, name), bytes);
  await desk.call('documents:delete', {
    projectId: project.projectId,
    documentId: project.documents[0]?.documentId ?? '',
  });
  return desk.call('projects:open', { path: project.path });
};

describe('a chapter whose bytes read in several ways', () => {
  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it(`can be read, and be written in once its encoding is chosen (${language}) [F17]`, async () => {
      const bytes = iconv.encode(russian, 'koi8-r');
      const project = await withBytes('a.md', bytes);
      const { page, text, word } = await desk.window(language, { project });
      const bar = page.getByRole('status').filter({ hasText: word('editor:encoding.choose') });
      await bar.waitFor();
      await text.text.click();
      await page.keyboard.type('Нет.');
      expect(await readFile(desk.file(project, 'a.md'))).toEqual(bytes);
      await bar.getByRole('button', { name: word('editor:encoding.choose') }).click();
      const dialog = page.getByRole('dialog', { name: word('editor:encoding.title') });
      await dialog.getByRole('row', { name: 'KOI8-R' }).click();
      const confirm = word('editor:encoding.confirm', { encoding: 'KOI8-R' });
      await dialog.getByRole('button', { name: confirm }).click();
      await bar.waitFor({ state: 'detached' });
      await text.caretAfter('не ответил.');
      await page.keyboard.type(' Да.');
      const written = iconv.encode(russian.replace('ответил.', 'ответил. Да.'), 'koi8-r');
      await expect.poll(() => readFile(desk.file(project, 'a.md')), soon).toEqual(written);
    });
  }
});
