import { expect, it } from 'vitest';
import { createApp } from '#main/app.ts';
import { createTestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';

it('S3-24 what another process on the same data folder writes is seen at the next request', async () => {
  const test = await createTestApp();
  const signal = new AbortController().signal;
  try {
    const project = await test.call('projects:open', { path: writeBook(test.folder, 2, 3) });
    const { projectId } = project;
    await test.call('constraints:list', { projectId });
    await test.call('settings:get', {});
    const { version } = await test.call('context:budget:get', { projectId });
    const other = await createApp(test.platform);
    await other.dispatch('projects:open', { path: project.path }, { signal });
    await other.dispatch(
      'constraints:create',
      { projectId, type: 'plot', text: '另一边写的' },
      { signal },
    );
    await other.dispatch('settings:update', { theme: 'dark' }, { signal });
    await other.dispatch(
      'context:budget:update',
      { projectId, expectedVersion: version, contextWindow: 9000 },
      { signal },
    );
    await other.close();
    const { items } = await test.call('constraints:list', { projectId });
    expect(items.map((item) => item.text)).toEqual(['另一边写的']);
    expect((await test.call('settings:get', {})).theme).toBe('dark');
    expect((await test.call('context:budget:get', { projectId })).contextWindow).toBe(9000);
    const { prompt } = await test.call('context:assemble', {
      projectId,
      documentId: project.documents[0]?.documentId ?? '',
      cursorPosition: 3,
      skillId: 'continue',
    });
    expect(prompt).toContain('另一边写的');
  } finally {
    await test.close();
  }
});
