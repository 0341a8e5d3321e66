import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '#shared/contract/index.ts';
import { layerNames, type LayerName } from '#shared/domain/budget.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';

type Inspection = Output<'context:inspect'>;

let test: TestApp;
let request: Input<'context:inspect'>;

beforeEach(async () => {
  test = await createTestApp();
  await test.call('settings:update', { debugMode: true });
  const { projectId, documents } = await test.call('projects:open', {
    path: writeBook(test.folder, 12, 36),
  });
  await test.call('constraints:create', { projectId, type: 'world', text: '本世界没有魔法。' });
  const habit = { text: '动作场景偏好短句。', confidence: 0.9, confirmed: true };
  await test.call('memory:rules:create', { projectId, ...habit });
  await test.call('retrieval:index', { projectId, wait: true });
  const { documentId, charCount } = documents[9] ?? { documentId: '', charCount: 0 };
  const cursorPosition = Math.floor(charCount * 0.8);
  request = { projectId, documentId, cursorPosition, skillId: 'continue' };
});
afterEach(() => test.close());

const inspectWith = async (total: number): Promise<Inspection> => {
  const { projectId } = request;
  const budget = await test.call('context:budget:get', { projectId });
  await test.call('context:budget:update', {
    projectId,
    expectedVersion: budget.version,
    contextWindow: budget.contextWindow - budget.total + total,
  });
  return test.call('context:inspect', request);
};

/** What the layers take whole. */
const needs = async (): Promise<Record<LayerName, number>> => {
  const { layers } = await inspectWith(60_000);
  const entries = layerNames.map((name) => [name, layers[name].tokens]);
  return Object.fromEntries(entries) as Record<LayerName, number>;
};

/** What stays unused, and the smallest passage that stayed out. */
const leftOf = ({ budget, tokenCount, layers }: Inspection) => {
  const out = layers.retrieved.items.filter(({ reason }) => reason === 'overBudget');
  return {
    unused: budget - tokenCount,
    smallest: Math.min(...out.map(({ fullTokenCount }) => fullTokenCount)),
    out: out.length,
  };
};

describe('a request over its budget', () => {
  it('takes from Retrieved alone while the other three fit, and hands back what that frees [S3-08 S3-09]', async () => {
    const { rules, settings, immediate, retrieved } = await needs();
    const three = rules + settings + immediate;
    expect(retrieved).toBeGreaterThan(1000);
    for (const left of [1000, 500, 40]) {
      const inspection = await inspectWith(three + left);
      expect(inspection.layers.immediate).toMatchObject({ tokens: immediate, truncated: false });
      expect(inspection.layers.settings).toMatchObject({ tokens: settings, truncated: false });
      expect(inspection.layers.rules).toMatchObject({ tokens: rules, truncated: false });
      expect(inspection.tokenCount).toBeLessThanOrEqual(inspection.budget);
      const { out, unused, smallest } = leftOf(inspection);
      expect(out).toBeGreaterThan(0);
      expect(unused).toBeLessThan(smallest + 8);
    }
  });

  it('cuts Immediate where they do not fit, and only so far that Retrieved keeps half its line [S3-08]', async () => {
    const { rules, settings, immediate } = await needs();
    const total = rules + settings + immediate - 300;
    const inspection = await inspectWith(total);
    const { layers, budget, tokenCount } = inspection;
    expect(layers.settings.truncated).toBe(false);
    expect(layers.immediate.truncated).toBe(true);
    expect(layers.retrieved.tokens).toBeLessThanOrEqual(layers.retrieved.budget / 2);
    expect(layers.retrieved.tokens).toBeGreaterThan(0);
    expect(layers.immediate.tokens).toBeGreaterThan(
      immediate - 300 - layers.retrieved.budget / 2 - 64,
    );
    expect(budget - tokenCount).toBeLessThanOrEqual(64);
  });
});
