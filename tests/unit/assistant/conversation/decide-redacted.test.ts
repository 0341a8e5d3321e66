import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Closed,
  decideRedacted,
  type TracedMessage,
} from '#main/assistant/conversation/provenance/decide-redacted.ts';
import {
  answerTo,
  ownWordsProvenance,
  type Provenance,
  resultOf,
} from '#main/assistant/conversation/provenance/provenance.ts';

const closedOf = (...keys: string[]): Closed => ({
  keys: new Set(keys),
  documents: new Set(keys.filter((key) => key.startsWith('document:'))),
  closes: (key) => keys.includes(key),
});

const message = (
  sequence: number,
  provenance: Provenance | null,
  change: Partial<TracedMessage> = {},
): TracedMessage => ({
  messageId: `m${sequence}`,
  sequence,
  isWriters: false,
  isResult: false,
  provenance,
  upTo: null,
  names: [],
  ...change,
});

const one = 'document:one';
const two = 'document:two';
const writers = { isWriters: true };
const result = { isResult: true };

const withheldOf = (messages: TracedMessage[], ...keys: string[]): string[] => [
  ...decideRedacted(messages, closedOf(...keys)).messages,
];

describe('what of a conversation is kept back by a fence set later [N3]', () => {
  const chat = [
    message(1, ownWordsProvenance, writers),
    message(2, answerTo([])),
    message(3, resultOf({ read: [one], exact: true }, []), result),
    message(4, resultOf({ read: [two], exact: true }, []), result),
    message(5, resultOf({ read: [] }, []), result),
    message(6, answerTo([])),
    message(7, ownWordsProvenance, writers),
    message(8, answerTo([one])),
  ];

  it('is what was read and all that was said after, unless it had been kept back then', () => {
    expect(withheldOf(chat)).toEqual([]);
    expect(withheldOf(chat, one)).toEqual(['m3', 'm5', 'm6']);
    expect(withheldOf(chat, two)).toEqual(['m4', 'm5', 'm6', 'm8']);
    expect(decideRedacted(chat, closedOf(one, two, 'document:three')).without).toEqual([one, two]);
  });

  it('is everything after a command that may have read the closed chapter', () => {
    const ran = message(3, resultOf({ unseen: true, closed: [one] }, []), result);
    const after = message(4, answerTo([]));
    expect(withheldOf([ran, after], one)).toEqual([]);
    expect(withheldOf([ran, after], two)).toEqual(['m3', 'm4']);
    expect(withheldOf([ran, after], 'constraint:c')).toEqual([]);
  });

  it('is everything from the first result on where nobody noted what was read', () => {
    const old = [
      message(1, null, writers),
      message(2, null),
      message(3, null, result),
      message(4, null),
    ];
    expect(withheldOf(old)).toEqual([]);
    expect(withheldOf(old, 'constraint:c')).toEqual(['m3', 'm4']);
  });

  it('is a summary of what was read, not one of what came before', () => {
    const summary = (upTo: number) => message(9, answerTo([]), { upTo });
    expect(withheldOf([...chat.slice(0, 6), summary(2)], one)).toEqual(['m3', 'm5', 'm6']);
    expect(withheldOf([...chat.slice(0, 6), summary(3)], one)).toEqual(['m3', 'm5', 'm6', 'm9']);
  });

  it('leaves what names an entry to its paragraphs, and keeps back what was said after', () => {
    const name = 'name:e:1';
    const named = [
      message(1, resultOf({ read: [two], exact: true }, []), { ...result, names: [name] }),
      message(2, answerTo([])),
    ];
    expect(withheldOf(named, name)).toEqual(['m2']);
    const known = message(
      1,
      { ...ownWordsProvenance, without: [name] },
      { ...writers, names: [name] },
    );
    expect(withheldOf([known, message(2, answerTo([]))], name)).toEqual([]);
  });
});

/** What happens in a conversation. */
type Happening =
  | { kind: 'fence'; key: string }
  | { kind: 'read'; key: string; exact: boolean }
  | { kind: 'say' }
  | { kind: 'ask' };

const keys = ['document:a', 'document:b', 'constraint:c'];
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('fence' as const), key: fc.constantFrom(...keys) }),
  fc.record({
    kind: fc.constant('read' as const),
    key: fc.constantFrom(...keys),
    exact: fc.boolean(),
  }),
  fc.constant({ kind: 'say' as const }),
  fc.constant({ kind: 'ask' as const }),
);

/**
 * Plays a conversation in which a model repeats all that it is shown, and answers what the last request, made of what
 * is open in the end, would hold.
 */
const play = (happenings: readonly Happening[]): { sent: Set<string>; closed: Set<string> } => {
  const messages: TracedMessage[] = [];
  const holds = new Map<string, Set<string>>();
  const closed = new Set<string>();
  let without: readonly string[] = [];
  let said = new Set<string>();
  const add = (provenance: Provenance, held: Set<string>, change: Partial<TracedMessage>): void => {
    const next = message(messages.length + 1, provenance, change);
    messages.push(next);
    holds.set(next.messageId, held);
  };
  const request = (): { sent: Set<string>; kept: readonly string[] } => {
    const decided = decideRedacted(messages, closedOf(...closed));
    const shown = messages.filter(({ messageId }) => !decided.messages.has(messageId));
    const sent = new Set(shown.flatMap(({ messageId }) => [...(holds.get(messageId) ?? [])]));
    return { sent, kept: decided.without };
  };
  for (const next of happenings) {
    if (next.kind === 'fence') {
      if (!closed.delete(next.key)) closed.add(next.key);
    } else if (next.kind === 'ask') {
      add(ownWordsProvenance, new Set(), writers);
    } else if (next.kind === 'say') {
      const { sent, kept } = request();
      without = kept;
      said = sent;
      add(answerTo(kept), sent, {});
    } else if (!closed.has(next.key)) {
      const { key, exact } = next;
      const held = exact ? new Set([key]) : new Set([key, ...said]);
      add(resultOf({ read: [key], exact }, without), held, result);
    }
  }
  return { sent: request().sent, closed };
};

it('however fences go up and down, a request holds nothing that is closed when it is made [N3]', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const { sent, closed } = play(happenings);
      expect([...sent].filter((key) => closed.has(key))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it('with every fence lifted a request holds all that was ever read [N3]', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      const open = happenings.filter(({ kind }) => kind !== 'fence');
      const { sent } = play(open);
      const read = open.flatMap((one) => (one.kind === 'read' ? [one.key] : []));
      expect([...sent].sort()).toEqual([...new Set(read)].sort());
    }),
  );
});
