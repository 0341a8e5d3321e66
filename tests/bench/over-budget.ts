/** What gives way, and what stays unused, in requests that ask for more than their budget has, on real novels. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { InspectResult } from '#shared/contract/context.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

/** `node tests/bench/over-budget.ts <folder of Markdown>…`; the folders are copied first and stay as they are. */
const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write('usage: node tests/bench/over-budget.ts <folder of Markdown>…\n');
  process.exit(2);
}

const requestsOfAKind = 12;
/** The window and the answer's place of the source's examples: some 6,000 tokens for the layers. */
const window = { contextWindow: 8192, outputReserve: 2048 };
/** Of Immediate whole, in tokens: less than this does not press on the budget. */
const pressing = 3500;

/** Whether Rules, Settings and Immediate fit together, so that only Retrieved has to give way. */
type Kind = 'the three fit' | 'the three do not fit';
type Row = { kind: Kind; immediate: number; sent: number; retrieved: number; unused: number };

const wholeOf = ({ items }: InspectResult['layers']['immediate']): number =>
  items
    .filter(({ decision, reason }) => decision !== 'dropped' || reason === 'overBudget')
    .reduce((sum, item) => sum + item.fullTokenCount, 0);

/** What a request over its budget was made into; null when nothing had to give way. */
const rowOf = ({ layers, budget, framingTokens, tokenCount }: InspectResult): Row | null => {
  const immediate = wholeOf(layers.immediate);
  if (immediate < pressing) return null;
  const three = layers.rules.tokens + wholeOf(layers.settings) + immediate + framingTokens;
  if (three + wholeOf(layers.retrieved) <= budget) return null;
  return {
    kind: three <= budget ? 'the three fit' : 'the three do not fit',
    immediate,
    sent: layers.immediate.items.reduce((sum, item) => sum + item.tokenCount, 0),
    retrieved: layers.retrieved.tokens,
    unused: budget - tokenCount,
  };
};

/** The first requests of each kind, chapter by chapter, at several places of each. */
const measure = async (test: TestApp, folder: string): Promise<Row[]> => {
  const { projectId, documents } = await test.call('projects:open', { path: folder });
  const { version } = await test.call('context:budget:get', { projectId });
  await test.call('context:budget:update', { projectId, expectedVersion: version, ...window });
  await test.call('retrieval:index', { projectId, wait: true });
  const rows: Row[] = [];
  for (const part of [0.5, 0.7, 0.9, 0.3, 1]) {
    for (const { documentId, charCount } of documents.slice(5)) {
      const cursorPosition = Math.floor(charCount * part);
      const request = { projectId, documentId, cursorPosition, skillId: 'continue' };
      const row = rowOf(await test.call('context:inspect', request));
      if (row && rows.filter(({ kind }) => kind === row.kind).length < requestsOfAKind)
        rows.push(row);
    }
  }
  return rows;
};

const mean = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

const lineOf = (name: string, kind: Kind, rows: readonly Row[]): string => {
  const cut = rows.filter(({ immediate, sent }) => sent < immediate);
  const [max] = cut.toSorted(
    (left, right) => left.sent / left.immediate - right.sent / right.immediate,
  );
  const unused = rows.map((row) => row.unused);
  const cells = [
    name,
    kind,
    rows.length,
    cut.length,
    max ? `${max.immediate} → ${max.sent}` : '–',
    mean(rows.map(({ retrieved }) => retrieved)),
    mean(unused),
    Math.max(...unused),
  ];
  return `| ${cells.join(' | ')} |\n`;
};

const work = mkdtempSync(join(tmpdir(), 'fabula-over-budget-'));
const test = await createTestApp();
try {
  await test.call('settings:update', { debugMode: true });
  process.stdout.write(
    '| novel | Rules, Settings, Immediate | requests | Immediate cut in | cut most | Retrieved, mean | unused, mean | unused, most |\n' +
      '| --- | --- | --- | --- | --- | --- | --- | --- |\n',
  );
  for (const source of folders) {
    const name = basename(resolve(source));
    const folder = join(work, name);
    cpSync(resolve(source), folder, { recursive: true });
    const rows = await measure(test, folder);
    for (const kind of ['the three fit', 'the three do not fit'] as const) {
      process.stdout.write(
        lineOf(
          name,
          kind,
          rows.filter((row) => row.kind === kind),
        ),
      );
    }
  }
} finally {
  await test.close();
  rmSync(work, { recursive: true, force: true });
}
