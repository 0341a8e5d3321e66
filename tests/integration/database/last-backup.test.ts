import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readDatabaseFile } from '#main/db/connect.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
afterEach(() => test.close());

const constraintsIn = (data: string): unknown =>
  readDatabaseFile(join(data, 'fabula.backup.sqlite'), null, (database) =>
    database.prepare('SELECT text FROM constraints').pluck().all(),
  );

describe('the last backup of a sitting', () => {
  it('is made, and nothing is called failed, when the one under way is late as on a loaded machine [N10]', async () => {
    // A worker that starts and is not done in time.
    const backup = new URL('data:text/javascript,setInterval(() => undefined, 1000)');
    test = await createTestApp({ isFolderEmpty: true, backupTiming: { lookMs: 5, quietMs: 0 } });
    const late = { ...test.platform.workers, backup };
    test.platform.workers = late;
    await test.restart({ backupTiming: { lookMs: 5, quietMs: 0 } });
    const { projectId } = await test.call('projects:openSample', { language: 'en' });
    await test.call('constraints:create', { projectId, type: 'plot', text: 'The lamp stays out.' });
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    await test.app.close();
    expect(test.logs.filter(({ level }) => level === 'error')).toEqual([]);
    expect(constraintsIn(test.platform.paths.data)).toContain('The lamp stays out.');
  });
});
