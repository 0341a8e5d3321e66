/**
 * `node tests/bench/expectations.ts <folder of Markdown> [500]`: so many expectations of a writer's project, looked at all at
 * once and again after an edit of one chapter; how long, how many assemblies, and how long anything else waited meanwhile.
 * The first five are of every chapter.
 */
import { basename, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { EventPayload } from '#shared/contract/events.ts';
import type { Input } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { type Figure, single, spread, table, timed } from './figures.ts';
import { makeWritersProject, newCursors, type WritersProject } from './writers-project.ts';

const cursors = 120;
const everywhere = 5;
const soon = 1;
const edits = 30;

const [folder, wanted = '500'] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder of Markdown?');
const count = Number(wanted);

type Given = Omit<Input<'expectations:create'>, 'projectId'>;

/** Of every kind, at so many places, and a few for all chapters. */
const expectationsOf = (made: WritersProject): Given[] => {
  const places = newCursors(made)(cursors);
  return Array.from({ length: count }, (_, index): Given => {
    const place = places[index % places.length];
    const entityId = made.entries[index % made.entries.length]?.entityId ?? '';
    const [chapter] = [made.project.documents[index % made.project.documents.length]];
    const text = made.texts.get(chapter?.documentId ?? '') ?? '';
    const start = Math.floor(text.length / 2);
    const items: Given['item'][] = [
      { entityId },
      { text: text.slice(start, start + 12).trim() || 'x' },
      { documentId: chapter?.documentId ?? '', start, end: Math.min(text.length, start + 60) },
      { entityId },
    ];
    const item = items[index % items.length] ?? { entityId };
    const expected = index % 3 === 0 ? 'out' : 'in';
    if (index < everywhere || !place) return { at: { every: true }, expect: expected, item };
    return { at: place, expect: expected, item };
  });
};

type LookAfterEdit = { time: number; spent: number; assemblies: number };

/** The chapter `at` of the book has one more sentence. */
const lookAfterEdit = async (
  test: TestApp,
  { project }: WritersProject,
  at: number,
): Promise<LookAfterEdit> => {
  const { projectId, documents } = project;
  const documentId = documents[at % documents.length]?.documentId ?? '';
  const { version, text } = await test.call('documents:read', { projectId, documentId });
  const more = `${text.trimEnd()}\n\n雨停了，灯还亮着。\n`;
  const heard = new Promise<EventPayload<'expectations:checked'>>((found) => {
    const end = test.app.events.on((name, payload) => {
      if (name !== 'expectations:checked') return;
      end();
      found(payload);
    });
  });
  await test.call('documents:save', {
    projectId,
    documentId,
    text: more,
    expectedVersion: version,
  });
  const started = performance.now();
  const before = process.threadCpuUsage();
  const { assemblies } = await heard;
  const { user, system } = process.threadCpuUsage(before);
  return { time: performance.now() - started, spent: (user + system) / 1000, assemblies };
};

/** The first edit starts the worker of the index, which rests after it read a whole book; later ones find it there. */
const looksAfterEdits = async (test: TestApp, made: WritersProject): Promise<Figure[]> => {
  const middle = Math.floor(made.project.documents.length / 2);
  const first = await lookAfterEdit(test, made, middle);
  const later: LookAfterEdit[] = [];
  for (let edit = 1; edit <= edits; edit += 1) {
    later.push(await lookAfterEdit(test, made, middle + edit * 7));
  }
  const assemblies = later.map((one) => one.assemblies);
  const range = `${Math.min(...assemblies)} to ${Math.max(...assemblies)}`;
  return [
    single(
      `after the first edit, until it is told, ${first.assemblies} assemblies`,
      first.time,
      '< 300 ms',
    ),
    single('its processor time, this thread', first.spent),
    spread(
      `after each later edit, ${range} assemblies`,
      later.map(({ time }) => time),
      '< 300 ms',
    ),
    spread(
      'their processor time, this thread',
      later.map(({ spent }) => spent),
    ),
  ];
};

const test = await createTestApp({
  checkOutputs: false,
  expectationTiming: { soon, later: 600_000, rest: 0 },
});
try {
  const made = await makeWritersProject(test, resolve(folder));
  const { projectId, documents } = made.project;
  await test.call('retrieval:index', { projectId, wait: true });
  for (const given of expectationsOf(made)) {
    await test.call('expectations:create', { projectId, ...given });
  }
  const figures: Figure[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (const what of ['first look', 'second look']) {
    let assemblies = 0;
    delay.reset();
    delay.enable();
    const spent = process.threadCpuUsage();
    const time = await timed(async () => {
      ({ assemblies } = await test.call('expectations:run', { projectId }));
    });
    delay.disable();
    const { user, system } = process.threadCpuUsage(spent);
    figures.push(
      single(`${what} at ${count} expectations, ${assemblies} assemblies`, time, '< 5 s'),
      single('its processor time, this thread', (user + system) / 1000),
      single('event-loop delay meanwhile, p99', delay.percentile(99) / 1e6, '< 50 ms'),
    );
  }
  figures.push(...(await looksAfterEdits(test, made)));
  const characters = [...made.texts.values()].reduce((sum, { length }) => sum + length, 0);
  process.stdout.write(
    `${basename(folder)}: ${documents.length} chapters, ${characters} characters, Node ${process.version}\n\n${table(figures)}\n`,
  );
} finally {
  await test.close();
}
