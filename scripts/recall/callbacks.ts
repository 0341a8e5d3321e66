/** Callbacks: whether the old passage that the text at a cursor depends on is in the request, and where it was lost. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import type { InspectResult } from '#shared/contract/context.ts';
import type { AssemblyItem } from '#shared/domain/assembly.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { type QuestionRule, scriptQuestions } from './scripted-questions.ts';
import { scriptSynopses } from './scripted-synopses.ts';

/** A cursor, right after a quote, and the older passage that the quote depends on. */
export type Callback = {
  cursorChapter: string;
  cursorQuote: string;
  passageChapter: string;
  passageQuote: string;
  /** What recalls what, in the words of whoever made the table; '' where it does not say. */
  note?: string;
};

/** Where a passage was lost; `sent` when it was not. */
export type Outcome =
  | { kind: 'sent' }
  /** Not the passage, but a synopsis of its chapter was. */
  | { kind: 'outlined' }
  | { kind: 'notOffered' }
  | { kind: 'rankedOut'; reason: string }
  | { kind: 'noRoom'; rank: number; sent: number }
  | { kind: 'refused' };

export type CallbackResult = Callback & { outcomes: Record<WindowName, Outcome> };

type Window = {
  contextWindow: number;
  wholeBook?: boolean;
  storySoFar?: boolean;
  /** By which rule questions are scripted. */
  lookUp?: QuestionRule;
};

/**
 * Context windows in tokens. In an unbounded one a passage counts that was offered, whatever room there is. With the whole book
 * the chapters before the cursor's go whole, to a model that takes them; with the story so far scripted synopses of them; where
 * it looks up, scripted questions are answered.
 */
export const windows = {
  '16k': { contextWindow: 16_384 },
  '64k': { contextWindow: 65_536 },
  '16k, story so far': { contextWindow: 16_384, storySoFar: true },
  '64k, story so far': { contextWindow: 65_536, storySoFar: true },
  '16k, looked up, own words': { contextWindow: 16_384, lookUp: 'own words' },
  '64k, looked up, own words': { contextWindow: 65_536, lookUp: 'own words' },
  '16k, looked up, told': { contextWindow: 16_384, lookUp: 'told' },
  '64k, looked up, told': { contextWindow: 65_536, lookUp: 'told' },
  unbounded: { contextWindow: 1_000_000 },
  'whole book, 256k': { contextWindow: 256_000, wholeBook: true },
  'whole book, 1M': { contextWindow: 1_000_000, wholeBook: true },
} as const satisfies Readonly<Record<string, Window>>;
export type WindowName = keyof typeof windows;
const windowNames = Object.keys(windows) as readonly WindowName[];

/** A model that is never asked: what it could take is the limit of whole books, the usual one of all others. */
const modelFor = ({ contextWindow, wholeBook = false }: Window) =>
  ({
    id: 'recall',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'gpt-4o',
    contextWindow,
    maxOutput: 2048,
    maxInput: wholeBook ? contextWindow - 2048 : Math.min(64_000, contextWindow - 2048),
  }) as const;

export const callbackColumns = 'cursorChapter\tcursorQuote\tpassageChapter\tpassageQuote';

/** Columns: chapter and quote of the cursor, chapter and quote of the passage, a kind, and a note if there is one. */
export const parseCallbacks = (table: string): Callback[] =>
  table
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line, number) => {
      const [cursorChapter, cursorQuote, passageChapter, passageQuote, , note = ''] =
        line.split('\t');
      if (!cursorChapter || !cursorQuote || !passageChapter || !passageQuote) {
        throw new Error(`Line ${number + 2} of the callbacks has not four columns.`);
      }
      return { cursorChapter, cursorQuote, passageChapter, passageQuote, note };
    });

const placeOf = (text: string, quote: string, file: string): number => {
  const start = text.indexOf(quote);
  if (start < 0) throw new Error(`${file} does not hold "${quote.slice(0, 40)}".`);
  return start;
};

/** Whether a text holds at least a third of a quote in one piece. */
const holdsPart = (text: string, quote: string): boolean => {
  const third = Math.ceil(quote.length / 3);
  return [0, third, 2 * third].some((from) => text.includes(quote.slice(from, from + third)));
};

const judgeOutcome = (
  { layers }: InspectResult,
  passage: { documentId: string; quote: string },
): Outcome => {
  const items = Object.values(layers).flatMap((layer) => layer.items);
  const holding = items.filter(
    ({ documentId, text }) => documentId === passage.documentId && holdsPart(text, passage.quote),
  );
  if (holding.some(({ decision }) => decision !== 'dropped')) return { kind: 'sent' };
  const isOutlined = items.some(
    ({ source, documentId, decision }) =>
      source === 'synopsis' && documentId === passage.documentId && decision !== 'dropped',
  );
  if (isOutlined) return { kind: 'outlined' };
  const found = holding.find(({ layer }) => layer === 'retrieved');
  if (!found) return { kind: 'notOffered' };
  if (found.reason !== 'overBudget') return { kind: 'rankedOut', reason: found.reason };
  const passages = layers.retrieved.items.filter(({ source }) => source === 'retrieval');
  const isBetter = ({ score = 0 }: AssemblyItem): boolean => score > (found.score ?? 0);
  const sent = passages.filter(({ decision }) => decision !== 'dropped').length;
  return { kind: 'noRoom', rank: passages.filter(isBetter).length + 1, sent };
};

type Cursor = { projectId: string; documentId: string; cursorPosition: number };

const askInWindow = async (
  test: TestApp,
  { cursor, callback }: { cursor: Cursor; callback: Callback },
  window: Window,
): Promise<InspectResult | null> => {
  const { projectId } = cursor;
  const { contextWindow, wholeBook = false, storySoFar = false, lookUp } = window;
  await test.call('ai:models:save', modelFor(window));
  const { version } = await test.call('context:budget:get', { projectId });
  await test.call('context:budget:update', {
    ...{ projectId, expectedVersion: version },
    ...{ contextWindow, wholeBook, storySoFar },
  });
  const signal = new AbortController().signal;
  const questions = lookUp === undefined ? null : scriptQuestions(callback, lookUp);
  const request = {
    ...{ ...cursor, skillId: 'continue' },
    ...(questions === null ? {} : { lookUp: { questions } }),
  };
  const reply = await test.app.dispatch('context:inspect', request, { signal });
  if (reply.ok) return reply.value as InspectResult;
  if (reply.error.code === 'CONTEXT_INPUT_TOO_LARGE') return null;
  throw new Error(reply.error.code);
};

/** Cuts the chapter at the cursor, as it is while one writes, asks in every window, and puts the chapter back. */
const askCallback = async (
  test: TestApp,
  projectId: string,
  documents: ReadonlyMap<string, DocumentInfo>,
  callback: Callback,
): Promise<CallbackResult> => {
  const at = documents.get(callback.cursorChapter)?.documentId ?? '';
  const passage = documents.get(callback.passageChapter)?.documentId ?? '';
  const { text, version } = await test.call('documents:read', { projectId, documentId: at });
  const told = await test.call('documents:read', { projectId, documentId: passage });
  placeOf(told.text, callback.passageQuote, callback.passageChapter);
  const start = placeOf(text, callback.cursorQuote, callback.cursorChapter);
  const cut = text.slice(0, start + callback.cursorQuote.length);
  const save = (content: string, expectedVersion: string) =>
    test.call('documents:save', { projectId, documentId: at, text: content, expectedVersion });
  const saved = await save(cut, version);
  await test.call('retrieval:index', { projectId, wait: true });
  const cursor = { projectId, documentId: at, cursorPosition: cut.length };
  const ask = async (name: WindowName): Promise<Outcome> => {
    const inspection = await askInWindow(test, { cursor, callback }, windows[name]);
    const quoted = { documentId: passage, quote: callback.passageQuote };
    return inspection ? judgeOutcome(inspection, quoted) : { kind: 'refused' };
  };
  const outcomes = {
    '16k': await ask('16k'),
    '64k': await ask('64k'),
    '16k, story so far': await ask('16k, story so far'),
    '64k, story so far': await ask('64k, story so far'),
    '16k, looked up, own words': await ask('16k, looked up, own words'),
    '64k, looked up, own words': await ask('64k, looked up, own words'),
    '16k, looked up, told': await ask('16k, looked up, told'),
    '64k, looked up, told': await ask('64k, looked up, told'),
    unbounded: await ask('unbounded'),
    'whole book, 256k': await ask('whole book, 256k'),
    'whole book, 1M': await ask('whole book, 1M'),
  };
  await save(text, saved.version);
  return { ...callback, outcomes };
};

/** Gives each chapter a scripted synopsis. */
const tellStory = async (
  test: TestApp,
  projectId: string,
  documents: readonly DocumentInfo[],
): Promise<void> => {
  const texts: string[] = [];
  for (const { documentId } of documents) {
    texts.push((await test.call('documents:read', { projectId, documentId })).text);
  }
  for (const [index, synopsis] of scriptSynopses(texts).entries()) {
    const documentId = documents[index]?.documentId ?? '';
    await test.call('documents:update', { projectId, documentId, synopsis });
  }
};

/** Asks every callback of a folder, which stays as it is, through the program's own calls. */
export const measureCallbacks = async (
  folder: string,
  callbacks: readonly Callback[],
): Promise<CallbackResult[]> => {
  const test = await createTestApp({ checkOutputs: false });
  try {
    const book = path.join(test.folder, 'book');
    cpSync(folder, book, { recursive: true });
    const { projectId, documents } = await test.call('projects:open', { path: book });
    await test.call('settings:update', { debugMode: true });
    await test.call('retrieval:index', { projectId, wait: true });
    await tellStory(test, projectId, documents);
    const byPath = new Map(documents.map((info) => [info.path, info]));
    const results: CallbackResult[] = [];
    for (const callback of callbacks) {
      results.push(await askCallback(test, projectId, byPath, callback));
    }
    return results;
  } finally {
    await test.close();
  }
};

/** Whether a passage counts in a window: it was sent, or in an unbounded one at least offered. */
export const isHit = (outcome: Outcome, window: WindowName): boolean =>
  outcome.kind === 'sent' || (window === 'unbounded' && outcome.kind === 'noRoom');

const describeOutcome = (outcome: Outcome): string => {
  if (outcome.kind === 'noRoom') return `no room: rank ${outcome.rank}, ${outcome.sent} sent`;
  if (outcome.kind === 'rankedOut') return `ranked out: ${outcome.reason}`;
  return {
    sent: 'sent',
    outlined: 'in outline',
    notOffered: 'not offered',
    refused: 'request refused',
  }[outcome.kind];
};

const countHits = (results: readonly CallbackResult[], window: WindowName): string =>
  `${results.filter(({ outcomes }) => isHit(outcomes[window], window)).length} of ${results.length}`;

/** Figures for all callbacks and for each half (odd and even lines), then every miss and where it was lost. */
export const describeCallbacks = (results: readonly CallbackResult[]): string => {
  const half = (rest: number): CallbackResult[] => results.filter((_, index) => index % 2 === rest);
  const rows = windowNames.map(
    (name) =>
      `| ${name} | ${countHits(results, name)} | ${countHits(half(0), name)} | ${countHits(half(1), name)} |`,
  );
  const misses = results.flatMap(({ cursorChapter, cursorQuote, outcomes }) => {
    const lost = windowNames.filter((name) => !isHit(outcomes[name], name));
    if (lost.length === 0) return [];
    const places = lost.map((name) => `${name} ${describeOutcome(outcomes[name])}`);
    return [`${cursorChapter} ${cursorQuote.slice(0, 24)} … ${places.join('; ')}`];
  });
  return [
    '| window | passages in the request | odd lines | even lines |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...misses,
  ].join('\n');
};
