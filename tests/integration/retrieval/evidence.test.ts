import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { countEvidence, setTotal, smallTotal } from '../../bench/evidence.ts';
import { makeWritersProject, newCursors } from '../../bench/writers-project.ts';

let test: TestApp;
beforeEach(async () => {
  test = await createTestApp({ checkOutputs: false });
});
afterEach(() => test.close());

const sample = (language: string): string =>
  fileURLToPath(new URL(`../../../samples/${language}/manuscript`, import.meta.url));

describe.each(['zh-CN', 'en'])("a writer's project of the %s sample novel", (language) => {
  it.each([
    ['a usual window', { total: null, planted: 0.9 }],
    // In short chapters Immediate fits beside Rules and leaves Retrieved next to nothing (S3-09); a novel reaches nine of ten.
    ['a window of 4,700 tokens', { total: smallTotal, planted: 0.5 }],
  ])(
    'sends what a scene needs in %s [E1, E7]',
    async (_name, { total, planted }) => {
      const made = await makeWritersProject(test, sample(language));
      const { projectId } = made.project;
      await test.call('settings:update', { debugMode: true });
      await test.call('retrieval:index', { projectId, wait: true });
      if (total !== null) await setTotal(test, projectId, total);
      const evidence = await countEvidence(test, made, newCursors(made)(24));
      const share = ({ reached, possible }: { reached: number; possible: number }) =>
        reached / possible;
      expect(share(evidence.planted)).toBeGreaterThanOrEqual(planted);
      expect(share(evidence.named)).toBeGreaterThanOrEqual(0.9);
      expect(share(evidence.constraints)).toBe(1);
      expect(share(evidence.sentences)).toBe(1);
    },
    120_000,
  );
});
