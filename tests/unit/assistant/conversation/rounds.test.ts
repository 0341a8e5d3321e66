import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  selectArchivable,
  compactionThreshold,
  type ItemType,
  needsCompaction,
  type EvictableItem,
  selectEvictable,
  type RoundMessage,
  roundsOf,
} from '#main/assistant/conversation/rounds.ts';

type Kind = 'question' | 'step' | 'result' | 'finish' | 'summary' | 'note';
const roles = {
  question: 'user',
  note: 'user',
  step: 'assistant',
  finish: 'assistant',
  result: 'tool',
  summary: 'system',
} as const;

const message = (messageId: string, kind: Kind, calls: readonly string[] = []): RoundMessage => ({
  messageId,
  role: roles[kind],
  metadata: {
    kind,
    ...(kind === 'result' ? { call_id: calls[0] ?? '' } : {}),
    ...(kind === 'step'
      ? { calls: calls.map((call_id) => ({ call_id, tool_name: 'Read', input: {} })) }
      : {}),
  },
  archivedBy: null,
});

type RoundShape = {
  steps: { calls: number; noted: boolean }[];
  answered: boolean;
  summary: boolean;
};

/** Rounds as conversations have them: questions, steps with their results, notes, and summaries in between. */
const roundShape: fc.Arbitrary<RoundShape> = fc.record({
  steps: fc.array(fc.record({ calls: fc.nat(3), noted: fc.boolean() }), { maxLength: 4 }),
  answered: fc.boolean(),
  summary: fc.boolean(),
});

const messagesOf = (shapes: readonly RoundShape[]): RoundMessage[] => {
  const list: RoundMessage[] = [];
  const add = (kind: Kind, calls: readonly string[] = []): void => {
    list.push(message(`m${list.length}`, kind, calls));
  };
  for (const { steps, answered, summary } of shapes) {
    add('question');
    for (const { calls, noted } of steps) {
      const ids = Array.from({ length: calls }, (_, index) => `c${list.length}-${index}`);
      add('step', ids);
      for (const id of ids) add('result', [id]);
      if (noted) add('note');
    }
    if (answered) add('finish');
    if (summary) add('summary');
  }
  return list;
};

const history = fc.array(roundShape, { maxLength: 25 }).map(messagesOf);

describe('rounds', () => {
  it('begin at the writer’s questions; notes and results belong to the round they are in [S4-15]', () => {
    const rounds = roundsOf([
      message('q1', 'question'),
      message('s1', 'step', ['a']),
      message('r1', 'result', ['a']),
      message('n1', 'note'),
      message('f1', 'finish'),
      message('sum', 'summary'),
      message('q2', 'question'),
    ]);
    expect(rounds.map((round) => round.messages.map(({ messageId }) => messageId))).toEqual([
      ['q1', 's1', 'r1', 'n1', 'f1'],
      ['q2'],
    ]);
    expect(rounds.map(({ finished }) => finished)).toEqual([true, false]);
  });

  it('take in every message but summaries, in order [S4-15]', () => {
    fc.assert(
      fc.property(history, (messages) => {
        const taken = roundsOf(messages).flatMap((round) => round.messages);
        expect(taken).toEqual(messages.filter(({ role }) => role !== 'system'));
      }),
    );
  });
});

describe('what may be archived', () => {
  it('is all but the latest rounds, and the running round counts beside them [S4-17]', () => {
    const answered = { steps: [], answered: true, summary: false };
    const eleven = messagesOf(Array.from({ length: 11 }, () => answered));
    expect(selectArchivable(eleven, 10).map(({ messageId }) => messageId)).toEqual(['m0', 'm1']);
    expect(selectArchivable(eleven.slice(2), 10)).toEqual([]);
    const asking = [...eleven.slice(2), message('now', 'question')];
    expect(selectArchivable(asking, 10)).toEqual([]);
  });

  it('is whole rounds from the oldest on, no summary, and keeps the latest ones [S4-16 S4-17]', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 12 }), (messages, keepRounds) => {
        const archived = selectArchivable(messages, keepRounds);
        const rounds = roundsOf(messages);
        const running = rounds.at(-1)?.finished === false ? 1 : 0;
        const expected = Math.max(0, rounds.length - running - keepRounds);
        expect(archived).toEqual(rounds.slice(0, expected).flatMap((round) => round.messages));
        expect(archived.some(({ role }) => role === 'system')).toBe(false);
      }),
    );
  });

  it('never splits a call from its result, even when results came rounds late [S4-16]', () => {
    const wanderings = fc.array(fc.record({ call: fc.nat(), place: fc.nat() }), { maxLength: 4 });
    fc.assert(
      fc.property(history, fc.nat(12), wanderings, (messages, keep, wander) => {
        const calls = messages.flatMap(({ metadata }) => metadata.calls ?? []);
        const late = [...messages];
        for (const { call, place } of wander) {
          const strayed = calls[call % Math.max(1, calls.length)]?.call_id;
          const from = late.findIndex(({ metadata }) => strayed && metadata.call_id === strayed);
          const [result] = from === -1 ? [] : late.splice(from, 1);
          if (result) late.splice(from + (place % (late.length - from + 1)), 0, result);
        }
        const archived = new Set(selectArchivable(late, keep));
        for (const { call_id } of calls) {
          const step = late.findIndex(({ metadata }) =>
            metadata.calls?.some((call) => call.call_id === call_id),
          );
          const result = late.findIndex(({ metadata }) => metadata.call_id === call_id);
          const [asked, answered] = [late[step], late[result]];
          expect(result).toBeGreaterThan(step);
          expect(asked && archived.has(asked)).toBe(answered && archived.has(answered));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never what is archived already, however often a conversation is compacted [S4-15]', () => {
    fc.assert(
      fc.property(history, history, (before, after) => {
        const seen = new Set<string>();
        let messages: RoundMessage[] = [];
        for (const [wave, added] of [before, after, []].entries()) {
          const renamed = added.map((one) => ({
            ...one,
            messageId: `${wave}-${one.messageId}`,
          }));
          messages = [...messages, ...renamed];
          const archived = selectArchivable(messages, 2).map(({ messageId }) => messageId);
          expect(archived.filter((id) => seen.has(id))).toEqual([]);
          for (const id of archived) seen.add(id);
          messages = messages.map((one) =>
            seen.has(one.messageId) ? { ...one, archivedBy: 'summary' } : one,
          );
        }
        expect(selectArchivable(messages, 2)).toEqual([]);
      }),
    );
  });
});

describe('the trigger', () => {
  it('is last_usage + len(input) // 3 >= 0.8 × window, with three messages [S4-20]', () => {
    expect(compactionThreshold(200_000)).toBe(160_000);
    expect(needsCompaction(160_000, '', 200_000, 3)).toBe(true);
    expect(needsCompaction(159_999, '雪雪', 200_000, 3)).toBe(false);
    expect(needsCompaction(159_999, '雪雪雪', 200_000, 3)).toBe(true);
    expect(needsCompaction(160_000, '', 200_000, 2)).toBe(false);
  });

  it('counts characters, not halves of them [S4-20]', () => {
    expect(needsCompaction(159_999, '😀😀', 200_000, 3)).toBe(false);
    expect(needsCompaction(159_999, '😀😀😀', 200_000, 3)).toBe(true);
  });
});

describe('relief', () => {
  const count = (text: string): number => text.length;
  const types: readonly ItemType[] = [
    'tool_result',
    'user_message',
    'skill_prompt',
    'assistant_message',
    'compaction_summary',
    'system_prompt',
  ];

  it('goes by type in its order, then by age, and takes only what is long, seen and there [S2-09]', () => {
    const item = fc.record({
      messageId: fc.uuid(),
      type: fc.constantFrom(...types),
      text: fc.integer({ min: 1, max: 30 }).map((length) => '雪'.repeat(length)),
      seen: fc.boolean(),
      destroyed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), fc.nat(30), (items, threshold) => {
        const chosen = selectEvictable<EvictableItem>(items, threshold, count);
        const mayGo = items.filter(
          ({ type, seen, destroyed, text }) =>
            types.indexOf(type) < 3 && seen && !destroyed && text.length > threshold,
        );
        expect(chosen).toEqual(
          mayGo.toSorted((one, other) => types.indexOf(one.type) - types.indexOf(other.type)),
        );
      }),
    );
  });
});
