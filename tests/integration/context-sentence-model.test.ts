/** What a sentence model of the writer's own changes in requests. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { writeSentenceModel } from '#tests/helpers/sentence-model.ts';
import { chapterOf, openSnowBook, requestAt } from '#tests/helpers/snow-book.ts';

let test: TestApp;
let project: Output<'projects:open'>;
let folder: string;
beforeEach(async () => {
  test = await createTestApp({ readingTiming: { quietBeforeReading: 10, modelTimeoutMs: 60_000 } });
  project = await openSnowBook(test);
  folder = join(test.folder, 'model');
  // The words of the third chapter, and those of the seventh, which shares no pair with it.
  writeSentenceModel(folder, {
    synonyms: [
      ['还', '钥', '匙', '呢', '自', '己', '来', '信', '省', '城', '寄', '落', '款'],
      ['雪'],
    ],
  });
  await test.call('retrieval:index', { projectId: project.projectId, wait: true });
});
afterEach(() => test.close());

const switchTo = (
  embedder: { kind: 'none' } | { kind: 'builtin' } | { kind: 'model'; folder: string },
) => test.call('settings:update', { embedder });
const allRead = () =>
  vi.waitFor(
    async () => {
      const status = await test.call('retrieval:status', { projectId: project.projectId });
      expect(status).toMatchObject({ embedded: status.chunks, state: 'idle', failure: null });
    },
    { timeout: 30_000, interval: 20 },
  );
const assembled = async () => test.call('context:assemble', await requestAt(test, project, 7));
const inspected = async () => test.call('context:inspect', await requestAt(test, project, 7));
const replayed = (assemblyId: string) => test.call('context:history:replay', { assemblyId });
const passagesOf = ({ layers }: Output<'context:inspect'>) =>
  layers.retrieved.items.filter(({ source }) => source === 'retrieval');

describe('a sentence model in requests [E5]', () => {
  it('[E5] changes no byte while it is off or has not read, says how near a passage is when it has, and is kept so', async () => {
    const before = await assembled();
    await test.call('settings:update', { debugMode: true });
    expect(passagesOf(await inspected()).some(({ similarity }) => similarity !== undefined)).toBe(
      false,
    );
    await switchTo({ kind: 'model', folder: join(test.folder, 'nothing here') });
    expect((await assembled()).prompt).toBe(before.prompt);
    await switchTo({ kind: 'model', folder });
    await allRead();
    const kept = await assembled();
    const passages = passagesOf(await inspected());
    const near = passages.filter(({ similarity }) => similarity !== undefined);
    expect(near.length).toBeGreaterThan(0);
    expect(kept.prompt).toContain('落款只有一个');
    expect((await assembled()).prompt).toBe(kept.prompt);
    const { sha256 } = await replayed(kept.assemblyId);
    // Before what was found, nothing moves.
    const begin = kept.prompt.indexOf('第三章');
    expect(begin).toBeGreaterThan(0);
    await switchTo({ kind: 'none' });
    await test.call('retrieval:index', { projectId: project.projectId, wait: true });
    expect((await assembled()).prompt).toBe(before.prompt);
    expect(await replayed(kept.assemblyId)).toMatchObject({ sha256, prompt: kept.prompt });
  });

  it('[E5] [N3] brings nothing in that must never be sent', async () => {
    const { projectId } = project;
    const { documentId } = chapterOf(project, 3);
    await test.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
    await switchTo({ kind: 'model', folder });
    await allRead();
    await test.call('settings:update', { debugMode: true });
    const inspection = await inspected();
    expect(JSON.stringify(inspection)).not.toContain('落款只有一个');
    expect(
      passagesOf(inspection).every(
        (item) => item.documentId !== documentId || item.similarity === undefined,
      ),
    ).toBe(true);
  });
});
