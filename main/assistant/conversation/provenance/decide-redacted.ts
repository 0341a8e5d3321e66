/** Decides which messages may hold what is closed now. */
import type { Provenance } from './provenance.ts';

/** A message as the decision sees it. */
export type TracedMessage = {
  messageId: string;
  sequence: number;
  /** Typed by the writer: it stays, whatever was read before; a chapter it quotes a note of is what it was read from. */
  isWriters: boolean;
  isResult: boolean;
  /** Null: kept by a version that noted none. */
  provenance: Provenance | null;
  /** Of a summary: the sequence of the last message it stands for. */
  upTo: number | null;
  /** Keys of the hidden names in all of its words. */
  names: readonly string[];
};

export type Closed = {
  /** Keys of all that is closed, names left out. */
  keys: ReadonlySet<string>;
  documents: ReadonlySet<string>;
  closes(key: string): boolean;
};

export type RedactedRows = {
  /** Ids of messages no request may hold now. */
  messages: ReadonlySet<string>;
  /** What is kept back from a request that is made now, by key. */
  without: readonly string[];
};

/** Closed things a message itself was made of. */
const readBy = ({ provenance, isResult }: TracedMessage, closed: Closed): string[] => {
  // Nobody knows what an earlier version's result was read from: from anything.
  if (provenance === null) return isResult ? [...closed.keys] : [];
  const read = provenance.read.filter((key) => closed.closes(key));
  if (!provenance.unseen) return read;
  const { without } = provenance;
  return [...read, ...[...closed.documents].filter((key) => !without.includes(key))];
};

/** Names the writer knew to be hidden when writing them are the writer's to say. */
const namedBy = ({ isWriters, names, provenance }: TracedMessage): string[] =>
  isWriters ? names.filter((key) => provenance?.without.includes(key) !== true) : [...names];

/**
 * Which messages hold, or may hold in other words, what is closed now (N3): those that were read from it, and all
 * that a model said after it had been read, unless it was kept back from the request they answer. The writer's own
 * words stay, unless they quote a note that stands there (W4), and so do results that hold nothing but what was read elsewhere. Pure.
 *
 * @param messages all of the conversation, in order
 */
export const decideRedacted = (
  messages: readonly TracedMessage[],
  closed: Closed,
): RedactedRows => {
  /** By key, since which message the conversation knows of it. */
  const since = new Map<string, number>();
  for (const message of messages) {
    for (const key of [...readBy(message, closed), ...namedBy(message)]) {
      if (!since.has(key)) since.set(key, message.sequence);
    }
  }
  const mayTell = ({ provenance, sequence, upTo }: TracedMessage): boolean => {
    const until = upTo ?? sequence;
    // Of what it names itself the paragraphs are known: the others may stay.
    const isBefore = (first: number): boolean =>
      first < until || (upTo !== null && first === until);
    const isTold = ([key, first]: [string, number]): boolean =>
      isBefore(first) && provenance?.without.includes(key) !== true;
    return provenance?.exact !== true && [...since].some(isTold);
  };
  const redacted = messages.filter(
    (message) => readBy(message, closed).length > 0 || (!message.isWriters && mayTell(message)),
  );
  return {
    messages: new Set(redacted.map(({ messageId }) => messageId)),
    without: [...since.keys()],
  };
};
