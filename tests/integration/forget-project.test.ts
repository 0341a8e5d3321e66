import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '#main/app.ts';
import { scenesOf } from '#main/base/prose/scenes.ts';
import {
  answered,
  type ConversationWorld,
  createConversationWorld,
} from '#tests/helpers/conversation-world.ts';
import { doneOf } from '#tests/helpers/ai-world.ts';
import { scripted } from '#tests/helpers/scripted-steps.ts';

let world: ConversationWorld;
afterEach(() => world.close());

/** Stands in every text of the project that is forgotten. */
const canary = '鸬鹚';

type Row = Record<string, unknown>;

/** Every row of every table of a database, by table; nothing of it is named here, so a new table is walked too. */
const rowsOf = (file: string): Map<string, Row[]> => {
  const database: Database = new BetterSqlite3(file, { readonly: true });
  try {
    database.loadExtension(getLoadablePath());
    const names = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all();
    return new Map(
      names.map((name) => [name, database.prepare<[], Row>(`SELECT * FROM "${name}"`).all()]),
    );
  } finally {
    database.close();
  }
};

const holds = (row: Row, words: readonly string[]): boolean =>
  Object.values(row).some((value) => {
    const text = Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
    return words.some((word) => text.includes(word));
  });

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const databasesOf = (data: string): string[] =>
  ['fabula.sqlite', 'retrieval.sqlite'].map((name) => join(data, name));

/** Tables that are not about a project, each with the reason. */
const general: Readonly<Record<string, string>> = {
  settings: 'belong to the writer',
  model_profiles: 'belong to the writer',
  ai_calibration: 'counts of a model’s tokens',
  mcp_servers: 'belong to the writer',
  key_origins: 'addresses of model endpoints',
  sqlite_sequence: 'numbers of SQLite',
  expected_words: 'holds something only while a chapter is being written',
  database_state: 'counts the changes of all of it',
  purse_caps: 'belong to the writer',
  purse_spent: 'sums of days, of no project',
  purse_reservations: 'of requests under way, of no project',
  purse_clock: 'a day, of no project',
  purse_turned_back: 'days, of no project',
};

/** One of each thing a project can have, through the contract alone. */
const fillProject = async (): Promise<string> => {
  const { test, server } = world;
  await test.call('settings:update', { debugMode: true, tools: { bash: 'ask' } });
  const project = await test.call('projects:openSample', { language: 'zh-CN' });
  const { projectId, path } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  const read = await test.call('documents:read', { projectId, documentId });
  const { version } = await test.call('documents:save', {
    projectId,
    documentId,
    text: `${read.text}\n\n${canary}的眼睛是绿色的。\n\n忽然，${canary}叫了一声！\n`,
    expectedVersion: read.version,
  });
  await test.call('documents:snapshots:create', { projectId, documentId });
  const [scene] = scenesOf(read.text);
  await test.call('manuscript:scenes:update', {
    ...{ projectId, synopsis: `${canary}在这里出现。` },
    at: { documentId, start: scene?.start ?? 0, opening: scene?.opening ?? '' },
  });
  const ruleText = `${canary}不死。`;
  const rule = await test.call('constraints:create', { projectId, type: 'plot', text: ruleText });
  const [, other] = project.documents;
  const whole = await test.call('documents:read', {
    ...{ projectId, documentId: other?.documentId ?? '' },
  });
  await test.call('documents:split', {
    ...{ projectId, documentId: other?.documentId ?? '' },
    ...{ at: 5, expectedVersion: whole.version },
  });
  const found = await test.call('manuscript:search', { projectId, query: `${canary}叫` });
  await test.call('manuscript:replace', {
    projectId,
    replacement: `${canary}喊`,
    places: found.items.map(({ match, documentId: chapterId, start, end }) => ({
      ...{ documentId: chapterId, start, end },
      expected: match,
    })),
    records: [
      {
        kind: 'constraint',
        id: rule.constraintId,
        expectedVersion: rule.version,
        text: `${canary}不会死。`,
      },
    ],
  });
  await test.call('memory:episodes:create', { projectId, text: `谈过${canary}。` });
  const budget = await test.call('context:budget:get', { projectId });
  await test.call('context:budget:update', {
    projectId,
    expectedVersion: budget.version,
    outputReserve: budget.outputReserve + 1,
  });
  await test.call('documents:export:choices:update', { projectId, author: canary });
  await test.call('goals:update', { projectId, perDay: 1_000 });
  await test.call('git:update', { projectId, enabled: true });
  await test.call('judge:settings:update', { projectId, mode: 'mark' });
  await test.call('judge:waive', {
    projectId,
    findingId: 'finding-1',
    quote: canary,
    reason: canary,
    constraintId: (await test.call('constraints:list', { projectId })).items[0]?.constraintId ?? '',
  });
  await test.call('judge:check', { projectId, documentId });
  await test.call('retrieval:index', { projectId, wait: true });
  await test.call('expectations:create', {
    ...{ projectId, at: { documentId }, expect: 'in', item: { text: canary }, note: canary },
  });
  await test.call('expectations:run', { projectId });
  await test.call('threads:create', {
    ...{ projectId, title: canary, note: canary },
    places: [{ kind: 'opened', documentId, start: 0, end: 8 }],
  });
  await test.call('notes:create', {
    ...{ projectId, documentId, start: 0, end: 8, text: canary, kind: 'todo' },
  });
  await test.call('forms:keep', {
    ...{ projectId, pageId: 'page' },
    drafts: [{ form: 'note:new', draftId: 'draft', step: 1, fields: canary }],
  });

  await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: canary, summary: '蓝眼睛，会捉鱼。' },
  });
  const { found: contradictions } = await test.call('contradictions:check', { projectId });
  expect(contradictions).toBe(1);

  await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
  server.script({ pieces: [`{"findings":[]} ${canary}`] });
  await test.call('contradictions:job:start', { projectId });
  await expect
    .poll(async () => (await test.call('contradictions:list', { projectId })).job?.state)
    .toBe('done');
  server.script({ pieces: [`${canary}的梗概。`] });
  await test.call('synopses:propose', { projectId, documentId });
  await test.call('synopses:job:start', { projectId, which: 'missing' });
  await expect
    .poll(async () => (await test.call('synopses:list', { projectId })).job?.state)
    .toBe('done');
  server.script({ pieces: [`${canary}飞走了。`] });
  const { text } = await test.call('documents:read', { projectId, documentId });
  const run = await test.call('ai:run', {
    projectId,
    documentId,
    cursorPosition: text.indexOf('忽然'),
    selection: { start: text.indexOf('忽然'), end: text.length - 1 },
    skillId: 'rewrite',
  });
  const done = await world.ended(run.runId);
  expect(doneOf(done).text).toContain(canary);
  const { items } = await test.call('ai:candidates:list', { projectId });
  await test.call('ai:candidates:accept', { candidateId: items[0]?.candidateId ?? '' });
  server.script({ pieces: [`${canary}又回来了。`] });
  const second = await test.call('ai:run', {
    projectId,
    documentId,
    cursorPosition: 0,
    skillId: 'continue',
  });
  doneOf(await world.ended(second.runId));

  await test.call('spelling:words:add', { projectId, word: canary });
  await test.call('knowledge:newNames:dismiss', { projectId, name: canary });
  await test.call('reports:watched:change', { projectId, added: [canary], removed: [] });
  const { conversationId } = await test.call('conversation:create', { projectId, title: canary });
  server.script(
    scripted('native', { calls: [['Bash', { command: `printf '${canary}%.0s' $(seq 3000)` }]] }),
    scripted('native', { calls: [['Bash', { command: `: ${canary}` }]] }),
    scripted('native', { answer: `说完了${canary}` }),
  );
  const asking = world.ask(`${canary}在哪里？`, { conversationId });
  const asked = await world.heard('conversation:permission');
  await test.call('conversation:permit', { requestId: asked.requestId, decision: 'conversation' });
  const forEver = await world.heard('conversation:permission', ({ rule }) =>
    rule.startsWith('$ :'),
  );
  await test.call('conversation:permit', { requestId: forEver.requestId, decision: 'always' });
  answered(await asking);
  const { messages } = await test.call('conversation:get', { conversationId });
  const long = messages.find(({ role }) => role === 'user');
  await test.call('conversation:offload', { conversationId, messageId: long?.messageId ?? '' });
  // A record is changed outside.
  await test.call('projects:sync', { projectId });
  const [entry = ''] = readdirSync(join(path, 'codex'));
  const record = join(path, 'codex', entry);
  writeFileSync(record, `${readFileSync(record, 'utf8')}${canary}外\n`);
  await test.call('projects:sync', { projectId });
  // A conflict: the chapter is changed outside and inside at once, in one place.
  const chapter = join(path, project.documents[0]?.path ?? '');
  writeFileSync(chapter, readFileSync(chapter, 'utf8').replace(/^#.*$/mu, `# ${canary}外`));
  const refused = await test.fail('documents:save', {
    projectId,
    documentId,
    text: text.replace(/^#.*$/mu, `# ${canary}内`),
    expectedVersion: version,
  });
  expect(refused).toBe('DOCUMENT_CONFLICT');
  return projectId;
};

/** What is left of a project in the data folder, by table and by file. */
const leftOf = (data: string, projectId: string): [string, unknown][] => {
  const words = [projectId, canary];
  const rows = databasesOf(data).flatMap((file) =>
    [...rowsOf(file)].map(([table, all]): [string, unknown[]] => [
      table,
      all.filter((row) => holds(row, words)),
    ]),
  );
  const named = filesBelow(data).filter(
    (name) => name.includes(projectId) || words.some((word) => readFileSync(name).includes(word)),
  );
  return [
    ...rows.filter(([, left]) => left.length > 0),
    ...named.map((name): [string, unknown] => [name, '']),
  ];
};

describe('a project that is forgotten', () => {
  it('leaves nothing of it in any table, file or index, and everything of others [S3-41]', async () => {
    world = await createConversationWorld();
    const { test, projectId: other } = world;
    const { data } = test.platform.paths;
    const projectId = await fillProject();
    await test.restart();
    const before = rowsOf(databasesOf(data)[0] ?? '');
    const unfilled = [...before].filter(
      ([table, rows]) =>
        !(table in general) && !rows.some((row) => holds(row, [projectId, canary])),
    );
    // A table that is new gets its row above, or its reason.
    expect(unfilled.map(([table]) => table)).toEqual([]);
    const { path } = (await test.call('projects:list', {})).items.find(
      (item) => item.projectId === projectId,
    ) ?? { path: '' };
    const folder = filesBelow(path);
    await test.call('projects:forget', { projectId });
    expect(leftOf(data, projectId)).toEqual([]);
    expect(filesBelow(path)).toEqual(folder);
    for (const [table, rows] of rowsOf(databasesOf(data)[0] ?? '')) {
      const ofOther = (row: Row) => row.project_id === other;
      expect([table, rows.filter(ofOther)]).toEqual([table, before.get(table)?.filter(ofOther)]);
    }
  });

  it('leaves nothing either when it goes while a run, a turn and the index are at work [S3-41]', async () => {
    world = await createConversationWorld();
    const { test, server, projectId, documentId, conversationId } = world;
    const { data } = test.platform.paths;
    await test.call('settings:update', { tools: { bash: 'ask' } });
    await world.connect({ toolProtocol: 'native', contextWindow: 64_000 });
    server.script(scripted('native', { calls: [['Bash', { command: `echo ${canary}` }]] }));
    const { turnId } = await test.call('conversation:send', { conversationId, text: canary });
    await world.heard('conversation:permission');
    server.script({ pieces: [`${canary}飞走了。`], end: 'stall' });
    const pieces = server.nextPieces();
    const { runId } = await test.call('ai:run', {
      projectId,
      documentId,
      cursorPosition: 5,
      skillId: 'continue',
    });
    await pieces;
    await world.heard('ai:delta', (delta) => delta.runId === runId);
    const calls = [
      test.app.dispatch(
        'retrieval:index',
        { projectId, wait: true },
        { signal: new AbortController().signal },
      ),
      ...Array.from({ length: 20 }, (_, at) =>
        test.app.dispatch(
          'ai:run',
          { projectId, documentId, cursorPosition: at, skillId: 'continue' },
          { signal: new AbortController().signal },
        ),
      ),
    ];
    await test.call('projects:forget', { projectId });
    for (const reply of await Promise.all(calls)) {
      if (!reply.ok)
        expect(['CANCELLED', 'PROJECT_CLOSED', 'RUN_INTERRUPTED']).toContain(reply.error.code);
    }
    expect((await world.ended(runId)).name).toBe('ai:failed');
    expect((await world.turnEnd(turnId)).name).toBe('conversation:failed');
    expect(leftOf(data, projectId)).toEqual([]);
    await test.restart();
    expect(leftOf(data, projectId)).toEqual([]);
    expect(await test.fail('ai:candidates:list', { projectId })).toBe('PROJECT_NOT_FOUND');
  });

  it('stays while another program has it open [F17]', async () => {
    world = await createConversationWorld();
    const { test, projectId } = world;
    const { items } = await test.call('projects:list', {});
    const path = items[0]?.path ?? '';
    const elsewhere = await createApp(test.platform);
    const { signal } = new AbortController();
    try {
      await test.call('projects:close', { projectId });
      await elsewhere.dispatch('projects:open', { path }, { signal });
      expect(await test.fail('projects:forget', { projectId })).toBe('PROJECT_LOCKED');
      expect((await test.call('projects:list', {})).items).toHaveLength(1);
      await elsewhere.dispatch('projects:close', { projectId }, { signal });
      await test.call('projects:forget', { projectId });
      expect((await test.call('projects:list', {})).items).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });
});
