import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '#main/db/migrate.ts';
import { migrations } from '#main/db/migrations/index.ts';
import { createCandidateStore } from '#main/ai/runs/candidates/candidate-store.ts';

it('F14 candidates that wait are still there after the schema learnt of the assistant', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fabula-migration-'));
  const database = new BetterSqlite3(join(folder, 'old.sqlite'));
  try {
    const before = migrations.filter(({ number }) => number < 12);
    migrate(database, before, () => undefined);
    database.exec(`
      INSERT INTO ai_candidates (candidate_id, run_id, project_id, document_id, skill_id, assembly_id,
        state, base_version, start, "end", original, before_context, after_context, text, partial,
        created_at)
      VALUES ('first', 'run', 'project', 'document', 'polish', 'assembly', 'pending', 'v', 3, 5,
        '旧的', '前', '后', '新的', 1, 7),
        ('decided', 'run', 'project', 'document', 'polish', 'assembly', 'accepted', 'v', 3, 5,
        '旧的', '前', '后', '新的', 0, 8)`);
    migrate(database, migrations, () => undefined);
    const store = createCandidateStore(database);
    expect(store.list('project')).toEqual([
      {
        candidateId: 'first',
        origin: 'skill',
        runId: 'run',
        projectId: 'project',
        documentId: 'document',
        program: null,
        newPath: null,
        skillId: 'polish',
        assemblyId: 'assembly',
        baseVersion: 'v',
        start: 3,
        end: 5,
        original: '旧的',
        beforeContext: '前',
        afterContext: '后',
        text: '新的',
        partial: true,
        createdAt: 7,
      },
    ]);
    expect(store.decide('first', 'rejected', { hunks: [], of: 1 }, 9)).toBe(true);
    expect(store.decide('decided', 'rejected', { hunks: [], of: 1 }, 9)).toBe(false);
    expect(store.restore('first')).toBe(true);
    const [waiting] = store.list('project');
    if (waiting === undefined) throw new Error('nothing waits');
    store.decide('first', 'rejected', { hunks: [], of: 1 }, 9);
    // So many are kept of each book: what is decided in another one takes none of them away.
    for (let number = 0; number < 201; number += 1) {
      store.insert({ ...waiting, candidateId: `other-${number}`, projectId: 'other' });
      store.decide(`other-${number}`, 'rejected', { hunks: [], of: 1 }, 10);
    }
    expect(store.states('other').size).toBe(200);
    expect(store.restore('other-0')).toBe(false);
    expect(store.restore('first')).toBe(true);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
