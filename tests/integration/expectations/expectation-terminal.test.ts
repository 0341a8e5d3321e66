import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openExpectationWorld } from '#tests/helpers/expectation-world.ts';
import { runFabula } from '#tests/helpers/serve.ts';

const never = { soon: 600_000, later: 600_000, rest: 0 };

it('`fabula test` tells of a book that came from elsewhere what holds and what does not, by lines, JSON, JUnit and exit code [N11]', async () => {
  const base = mkdtempSync(join(tmpdir(), 'fabula-test-'));
  const world = await openExpectationWorld({ expectationTiming: never });
  try {
    const { test, path, projectId, ids, entityId } = world;
    const at = { documentId: ids[3] ?? '' };
    await world.expect({ at, expect: 'in', item: { entityId } });
    await world.expect({ at: { every: true }, expect: 'out', item: { text: '“鲸”<鱼>&' } });
    await test.call('projects:close', { projectId });
    const green = await runFabula(['test', path]);
    expect(green.code).toBe(0);
    expect(green.stdout).toContain('成立  林远 必须在 · 在归来的结尾');
    expect(green.stdout).toContain('2 条期望里有 2 条成立。');

    await test.call('projects:open', { path });
    const [entity] = (await test.call('knowledge:entities:list', { projectId })).items;
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: entity?.version ?? 0 },
      fence: { neverSend: true },
    });
    await world.edit(ids[1] ?? '', (text) => `${text}\n岸上有一条“鲸”<鱼>&。\n`);
    await test.call('projects:close', { projectId });
    // A data folder that knows nothing of the book: all it knows stands in the folder.
    const report = join(base, 'report.xml');
    const red = await runFabula([
      ...['test', path, '--json', '--junit', report, '--data-dir', join(base, 'data')],
    ]);
    expect(red.code).toBe(1);
    expect(JSON.parse(red.stdout)).toMatchObject({
      ...{ passed: 0, failed: 2, unjudged: 0 },
      items: [
        { passed: false, why: { outcome: 'notSent', reason: 'neverSend' } },
        { passed: false, why: { outcome: 'sent', places: 4, documentId: expect.any(String) } },
      ],
    });
    const junit = readFileSync(report, 'utf8');
    expect(junit).toContain('tests="2" failures="2" errors="0"');
    expect(junit).toContain('“鲸”&#60;鱼&#62;&#38;');
    expect(junit.match(/<testcase /g)).toHaveLength(2);
    // What nobody can read holds nothing.
    const records = join(path, '.fabula', 'expectations');
    for (const name of readdirSync(records)) writeFileSync(join(records, name), 'expect: [out\n');
    const damaged = await runFabula(['test', path, '--junit', report]);
    expect(damaged.code).toBe(1);
    expect(damaged.stdout.match(/没法判断 {2}\.fabula\/expectations\//g)).toHaveLength(2);
    expect(damaged.stdout).toContain('2 条期望里有 0 条成立。');
    const errors = readFileSync(report, 'utf8');
    expect(errors).toContain('tests="2" failures="0" errors="2"');
    expect(errors.match(/<error /g)).toHaveLength(2);
    expect(
      errors.match(/<testcase name="[^"]+" classname=".fabula\/expectations" time="0.000">/g),
    ).toHaveLength(2);
    const unknown = await runFabula(['test', join(base, 'nowhere')]);
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('PROJECT_FOLDER_MISSING');
    // No book: nothing was looked at, and nothing is left there.
    const other = join(base, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'README.md'), '# 别的\n');
    const noBook = await runFabula(['test', other]);
    expect(noBook).toMatchObject({ code: 1, stderr: expect.stringContaining('PROJECT_NOT_FOUND') });
    expect(readdirSync(other)).toEqual(['README.md']);
  } finally {
    await world.test.close();
    rmSync(base, { recursive: true, force: true });
  }
});
