import { describe, expect, it } from 'vitest';
import {
  choicesOf,
  leftOutAhead,
  leftOutOfJob,
  type ReadSynopses,
} from '#renderer/features/synopses/choices.ts';
import type { SynopsisJob, SynopsisProposal } from '#shared/domain/synopsis.ts';
import { noUsage } from '#shared/usage-sum.ts';
import { aChapter } from '#tests/helpers/assembly-input.ts';

const proposal = (number: number, isStale = false): SynopsisProposal => ({
  ...{ proposalId: `proposal-${number}`, documentId: `document-${number}`, text: '他回去了。' },
  ...{ model: 'scripted', usage: noUsage, redacted: 0, isStale, isOvertaken: false, createdAt: 1 },
});

const job = (change: Partial<SynopsisJob>): SynopsisJob => ({
  ...{ jobId: 'job', which: 'all', state: 'done', chapters: [], done: 0 },
  usage: { ...noUsage, isLeast: false },
  ...{ error: null, startedAt: 1, endedAt: 2, ...change },
});

const read = (change: Partial<ReadSynopses> = {}): ReadSynopses => ({
  ...{ items: [], job: null, ...change },
});

const book = [
  aChapter(1, { synopsis: '一。' }),
  aChapter(2, { synopsis: '二。', synopsisStale: true }),
  aChapter(3),
  aChapter(4),
];

describe('what synopses can be asked for [E3]', () => {
  it('are the choices that chapters stand behind, with their number', () => {
    expect(choicesOf(book, read())).toEqual([
      { which: 'missing', count: 2 },
      { which: 'stale', count: 1 },
      { which: 'all', count: 4 },
    ]);
    expect(choicesOf(book.slice(0, 1), read())).toEqual([{ which: 'all', count: 1 }]);
    expect(choicesOf([], read())).toEqual([]);
  });

  it('leave out what waits for the writer, unless the text went on since', () => {
    const items = [proposal(2), proposal(3), proposal(4, true)];
    expect(choicesOf(book, read({ items }))).toEqual([
      { which: 'missing', count: 1 },
      { which: 'all', count: 4 },
    ]);
  });

  it('begin with the rest of a job that ended before its time, not of one that runs', () => {
    const chapters: SynopsisJob['chapters'] = [
      { documentId: 'document-1', state: 'proposed' },
      { documentId: 'document-2', state: 'waiting' },
      { documentId: 'document-3', state: 'waiting' },
    ];
    const choicesAt = (state: SynopsisJob['state']) =>
      choicesOf(book, read({ job: job({ state, chapters, done: 1 }) }));
    for (const state of ['paused', 'interrupted', 'cancelled'] as const) {
      expect(choicesAt(state)[0]).toEqual({ which: 'rest', count: 2 });
    }
    expect(choicesAt('running').map(({ which }) => which)).toEqual(['missing', 'stale', 'all']);
  });
});

describe('why chapters gave no synopsis [E3]', () => {
  it('is told once for all that share the reason, in the order of the book', () => {
    const chapters: SynopsisJob['chapters'] = [
      { documentId: 'a', state: 'skipped', reason: 'fenced' },
      { documentId: 'b', state: 'proposed' },
      { documentId: 'c', state: 'failed', code: 'MODEL_ANSWER_EMPTY' },
      { documentId: 'd', state: 'skipped', reason: 'fenced' },
      { documentId: 'e', state: 'waiting' },
    ];
    expect(leftOutOfJob(chapters)).toEqual([
      { reason: { kept: 'fenced' }, documentIds: ['a', 'd'] },
      { reason: { code: 'MODEL_ANSWER_EMPTY' }, documentIds: ['c'] },
    ]);
  });

  it('is told before the start of what is kept back and of what cannot be read', () => {
    const groups = leftOutAhead({
      keptBack: [{ documentId: 'a', reason: 'empty' }],
      failing: [{ documentId: 'b', code: 'DOCUMENT_UNREADABLE' }],
    });
    expect(groups).toEqual([
      { reason: { kept: 'empty' }, documentIds: ['a'] },
      { reason: { code: 'DOCUMENT_UNREADABLE' }, documentIds: ['b'] },
    ]);
  });
});
