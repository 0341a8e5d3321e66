import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSnapshots } from '#main/book/documents/snapshots.ts';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { countText } from '#shared/count-text.ts';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

it('counts every earlier version and a deleted chapter as the binder counts [F23]', async () => {
  const first = '# 起\n\n1. 海水退去。<!-- 待改 -->\n';
  const folder = await makeFolder({ '01.md': first, '02.md': '# Two\n\nAnn went.\n' });
  const desk = await startProjects(folder.base);
  try {
    const { projectId, documents } = await desk.projects.open({ path: folder.root });
    const documentId = documents[0]?.documentId ?? '';
    let { text, version } = await desk.documents.read(projectId, documentId);
    for (const added of ['灯还亮着。', "Ann don't go.", '**门**开着。']) {
      text += `\n${added}\n`;
      ({ version } = await desk.documents.save({
        projectId,
        documentId,
        text,
        expectedVersion: version,
      }));
    }
    const items = await desk.documents.listSnapshots(projectId, documentId);
    expect(items.length).toBeGreaterThanOrEqual(3);
    for (const { snapshotId, wordCount } of items) {
      const snapshot = await desk.documents.readSnapshot(projectId, documentId, snapshotId);
      expect(wordCount).toBe(countText(snapshot.text).wordCount);
      expect(snapshot.wordCount).toBe(wordCount);
    }
    expect(items[0]?.wordCount).toBe(desk.documents.info(projectId, documentId).wordCount);
    await desk.documents.remove(projectId, documentId);
    expect(desk.documents.listDeleted(projectId)).toMatchObject([
      { documentId, wordCount: countText(text).wordCount },
    ]);
  } finally {
    await desk.stop();
    await folder.remove();
  }
});

it('counts the versions that an earlier program kept, once, and also where nothing can be written [F23]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fabula-words-'));
  const database = new BetterSqlite3(join(folder, 'old.sqlite'));
  const key = { projectId: 'project', documentId: 'document' };
  const text = '# 雪\n\n他走了。<!-- no -->';
  try {
    migrate(
      database,
      migrations.filter(({ number }) => number < 24),
      () => undefined,
    );
    database
      .prepare('INSERT INTO snapshot_texts (project_id, version, deflated) VALUES (?, ?, ?)')
      .run(key.projectId, 'v', deflateSync(text));
    database.exec(`
      INSERT INTO snapshots (snapshot_id, project_id, document_id, sequence, started_at, created_at,
        reason, version, char_count)
      VALUES ('one', 'project', 'document', 1, 5, 5, 'save', 'v', 9)`);
    migrate(database, migrations, () => undefined);
    const snapshots = createSnapshots(database, { now: () => 6 });
    const counted = [{ snapshotId: 'one', charCount: 9, wordCount: 4 }];
    database.pragma('query_only = 1');
    expect(await snapshots.list(key)).toMatchObject(counted);
    database.pragma('query_only = 0');
    expect(await snapshots.list(key)).toMatchObject(counted);
    expect(database.prepare('SELECT word_count FROM snapshot_texts').get()).toEqual({
      word_count: 4,
    });
    expect(await snapshots.list(key)).toMatchObject(counted);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

it('F18 a restore that failed and is tried again keeps the present text once, and what has a name beside it', async () => {
  const database = new BetterSqlite3(':memory:');
  const key = { projectId: 'project', documentId: 'document' };
  let now = 0;
  const snapshots = createSnapshots(database, { now: () => (now += 1) });
  const kept = async () => (await snapshots.list(key)).map(({ version }) => version);
  try {
    migrate(database, migrations, () => undefined);
    await snapshots.add(key, '雪。', 'beforeRestore');
    const again = await snapshots.add(key, '雪。', 'beforeRestore');
    expect(await kept()).toEqual([again.version]);
    const other = await snapshots.add(key, '灯。', 'beforeRestore');
    await snapshots.add(key, '雪。', 'beforeRestore');
    expect(await kept()).toEqual([again.version, other.version, again.version]);
    const file = { originalBytes: Buffer.from('雪。') };
    await snapshots.add(key, '雪。', 'beforeRestore', file);
    await snapshots.add(key, '雪。', 'beforeRestore', file);
    expect(await kept()).toHaveLength(4);
    const { snapshotId } = await snapshots.add(key, '雪。', 'beforeRestore');
    await snapshots.rename(key, snapshotId, '初稿');
    await snapshots.add(key, '雪。', 'beforeRestore');
    await snapshots.add(key, '雪。', 'beforeRestore');
    expect(await kept()).toHaveLength(6);
  } finally {
    database.close();
  }
});
