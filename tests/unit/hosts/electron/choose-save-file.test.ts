import { expect, it } from 'vitest';
import { chooseSaveFile } from '#main/hosts/electron/choose-save-file.ts';

const choose = async (answers: (string | null)[], there: readonly string[] = []) => {
  const shown: string[] = [];
  const left = [...answers];
  const file = await chooseSaveFile('/d/潮簿.docx', {
    ask: (defaultPath) => {
      shown.push(defaultPath);
      return Promise.resolve(left.shift() ?? null);
    },
    isThere: (path) => Promise.resolve(there.includes(path)),
  });
  return { file, shown };
};

it('a name typed without the ending of the format gets it [B10]', async () => {
  expect((await choose(['/d/noext'])).file).toBe('/d/noext.docx');
  expect((await choose(['/d/第一稿.定稿'])).file).toBe('/d/第一稿.定稿.docx');
  expect((await choose(['/d/A.DOCX'])).file).toBe('/d/A.DOCX');
  expect((await choose([null])).file).toBeNull();
});

it('replaces no file by the ending it was given, unless that is asked for [B10]', async () => {
  const asked = await choose(['/d/noext', '/d/noext.docx'], ['/d/noext.docx']);
  expect(asked).toEqual({ file: '/d/noext.docx', shown: ['/d/潮簿.docx', '/d/noext.docx'] });
  expect((await choose(['/d/noext', null], ['/d/noext.docx'])).file).toBeNull();
});
