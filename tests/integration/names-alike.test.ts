import fc from 'fast-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices } from '#main/app.ts';
import { createLookupCodexTool } from '#main/assistant/agent/tools/project/lookup-codex.ts';
import { createFolding, foldName } from '#main/book/knowledge/folding.ts';
import { sendableNow } from '#main/context/retrieval/sendable.ts';
import { estimateTokens } from '#main/context/tokens/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { patient } from '#tests/helpers/ai-world.ts';
import { platformAt } from '#tests/helpers/app.ts';

const base = mkdtempSync(join(tmpdir(), 'fabula-names-'));
let services: Awaited<ReturnType<typeof createServices>>;
let projectId: string;
let documentId: string;

beforeAll(async () => {
  const book = join(base, 'book');
  mkdirSync(book);
  writeFileSync(join(book, '第1章.md'), '');
  services = await createServices(platformAt(base), {
    countTokens: estimateTokens,
    aiTiming: patient,
    localServers: [],
  });
  services.settings.update({ debugMode: true, keepAssemblies: false });
  const project = await services.projects.open({ path: book, language: 'zh-CN' });
  projectId = project.projectId;
  documentId = project.documents[0]?.documentId ?? '';
});

afterAll(async () => {
  await services.close();
  rmSync(base, { recursive: true, force: true });
});

const { signal } = new AbortController();
const instruction = (text: string) => ({
  projectId,
  documentId,
  cursorPosition: 0,
  skillId: 'continue',
  additionalInput: text,
});

/** What goes into a request because the text asks for it. */
const triggered = async (text: string): Promise<Set<string>> => {
  const { layers } = await services.engine.inspect(instruction(text), signal);
  const found = layers.rules.items.filter(({ reason }) => reason === 'mentioned');
  return new Set(found.map(({ id }) => id));
};

/** What the assistant finds in the codex when it asks with the text. */
const searched = async (text: string, entities: readonly Entity[]): Promise<Set<string>> => {
  const { data } = await createLookupCodexTool({ knowledge: services.knowledge }).run(
    { name: text },
    {
      projectId,
      conversationId: 'session_20250101_000000_abcdef',
      turnId: 'turn',
      callId: 'call',
      program: null,
      language: 'zh-CN',
      view: services.engine.fenceView(projectId, null),
      opensFile: () => true,
      pageBytes: 48 * 1024,
      setTodos: () => undefined,
      signal,
    },
  );
  const shown = JSON.stringify(data.entities);
  return new Set(
    entities
      .filter(({ name }) => shown.includes(`{"name":${JSON.stringify(name)},`))
      .map(({ entityId }) => entityId),
  );
};

/** Who keeps the text from being sent, each fenced alone: from a conversation, and from an embedder. */
const fenced = (text: string, entities: readonly Entity[]) => {
  const inChat = new Set<string>();
  const onWire = new Set<string>();
  for (const { entityId } of entities) {
    const put = (fence: Entity['fence']): void => {
      const now = services.knowledge.listEntities(projectId);
      const expectedVersion = now.find((one) => one.entityId === entityId)?.version ?? 0;
      services.knowledge.updateEntity({ projectId, entityId, expectedVersion, fence });
    };
    put({ neverSend: true });
    if (!services.engine.fenceView(projectId, null).allowsText(text)) inChat.add(entityId);
    if (!sendableNow(services, projectId, true).allows(text)) onWire.add(entityId);
    put(null);
  }
  return { inChat, onWire };
};

/** Whose names the judge finds before their chapter. */
const judged = async (text: string, entities: readonly Entity[]): Promise<Set<string>> => {
  for (const { entityId } of entities) {
    const now = services.knowledge.listEntities(projectId);
    const expectedVersion = now.find((one) => one.entityId === entityId)?.version ?? 0;
    const change = { validFromChapter: 9 };
    services.knowledge.updateEntity({ projectId, entityId, expectedVersion, ...change });
  }
  const { findings } = await services.judge.check({ projectId, documentId, text }, signal);
  const early = findings.filter(({ kind }) => kind === 'nameTooEarly');
  return new Set(early.flatMap(({ entityId }) => entityId ?? []));
};

const folding = createFolding();
const folded = (name: string): string => foldName(name, folding).join(' ');

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const isPartOf = (text: string, whole: string): boolean => plain(whole).includes(plain(text));

const han = fc.constantFrom(...'林远雪陈陳龍龙马馬黛玉宝寶𠮷');
const name = fc.oneof(
  fc.array(han, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  fc.constantFrom(
    'Ann',
    'Lee',
    'Ann Lee',
    "O'Neill",
    'Zoë',
    'Will',
    '阿Q',
    '安娜·李',
    'K先生',
    '老3',
  ),
  fc.constantFrom('林黛玉', '黛玉', '賈寶玉', '宝玉', '司马', '司马懿', 'Mary-Ann', '☆', 'ＡＢ'),
);
const filler = fc.constantFrom(
  '。',
  '，',
  ' ',
  '\n',
  '说',
  '走了',
  '森林',
  '的',
  'and',
  '’s',
  '“',
  '”',
  '\u0301',
  'the',
);
/** Other spellings of a name that are the same name. */
const spelling = (one: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    one,
    one.normalize('NFD'),
    one.replaceAll('宝', '寶').replaceAll('龙', '龍'),
    one.toUpperCase(),
  );

const world = fc
  .array(fc.array(name, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map((named) => {
    // A name that two entries share says of neither that it is meant: the judge then keeps silent.
    const taken = new Set<string>();
    return named
      .map((names) => names.filter((one) => !taken.has(folded(one)) && taken.add(folded(one))))
      .filter((names) => names.length > 0);
  })
  .chain((named) => {
    const known = fc.constantFrom(...named.flat()).chain(spelling);
    const text = fc
      .array(fc.oneof({ arbitrary: known, weight: 3 }, name, filler, filler), {
        minLength: 1,
        maxLength: 14,
      })
      .map((parts) => parts.join('').trim());
    return fc.record({ named: fc.constant(named), text });
  })
  .filter(({ text }) => text !== '');

describe('N8', () => {
  it('triggers, search, relevance, fences and the judge find the same entries in a text (property)', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ named, text }) => {
        const { knowledge } = services;
        const entities = named.map(([first = '', ...aliases]) =>
          knowledge.createEntity({
            projectId,
            kind: 'character',
            name: first,
            aliases,
            summary: '',
          }),
        );
        try {
          const mentioned = await triggered(text);
          found += mentioned.size;
          // Part of a name is enough to look it up.
          const inPart = entities.filter((entity) =>
            [entity.name, ...entity.aliases].some((one) => isPartOf(text, one)),
          );
          expect(await searched(text, entities), 'search').toEqual(
            new Set([...mentioned, ...inPart.map(({ entityId }) => entityId)]),
          );
          expect(fenced(text, entities), 'fences').toEqual({
            inChat: mentioned,
            onWire: mentioned,
          });
          expect(await judged(text, entities), 'judge').toEqual(mentioned);
        } finally {
          for (const { entityId } of entities) knowledge.removeEntity(projectId, entityId);
        }
      }),
      { numRuns: 80 },
    );
    expect(found).toBeGreaterThan(80);
  });
});
