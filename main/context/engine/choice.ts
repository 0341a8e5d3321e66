/** What was decided about one candidate, and the ways to decide it. */
import type { Decision, Reason } from '#shared/domain/assembly.ts';
import type { Candidate, ShortForm } from './candidate.ts';
import { type CountedText, countPart, counterWithin } from './counted-text.ts';
import { itemEnd, type Costed } from './price.ts';
import { keepBeginning, keepEnding, type TokenCounter } from './trim-text.ts';

export type Selected = {
  candidate: Candidate;
  decision: Decision;
  reason: Reason;
  chapter?: number | undefined;
  /** What is sent, '' when dropped. */
  body: string;
  /** Tokens of what is sent, without its heading; 0 when dropped. */
  cost: number;
  start?: number | undefined;
  end?: number | undefined;
  fullCost: number;
  /** The paragraphs of `candidate.body`, when it is a stretch of the manuscript. */
  counted: CountedText | null;
  admitTokens?: number | undefined;
};

/** What stays out: most of what is considered, so that it is no larger than what was decided about it. */
class LeftOut implements Selected {
  readonly reason: Reason;
  readonly admitTokens: number | undefined;
  readonly #item: Costed;

  constructor(item: Costed, reason: Reason, admitTokens: number | undefined) {
    this.reason = reason;
    this.admitTokens = admitTokens;
    this.#item = item;
  }

  get candidate(): Candidate {
    return this.#item.candidate;
  }

  get decision(): 'dropped' {
    return 'dropped';
  }

  get chapter(): number | undefined {
    return this.#item.candidate.excluded?.chapter;
  }

  get body(): '' {
    return '';
  }

  get cost(): 0 {
    return 0;
  }

  get fullCost(): number {
    return this.#item.cost;
  }

  get counted(): CountedText | null {
    return this.#item.counted;
  }
}

export const dropped = (item: Costed, reason: Reason, admitTokens?: number): Selected =>
  new LeftOut(item, reason, admitTokens);

export const whole = ({ candidate, cost, counted }: Costed): Selected => ({
  candidate,
  decision: candidate.shortened === undefined ? 'included' : 'trimmed',
  reason: candidate.shortened ?? candidate.reason,
  body: candidate.body,
  cost,
  fullCost: cost,
  counted,
  start: candidate.start,
  end: candidate.end,
});

/** The part of a text from `from` to `to`, as far as the budget reaches. */
const part = (item: Costed, from: number, to: number, tokens: TokenCounter): Selected => {
  const { candidate, counted } = item;
  const base = candidate.start ?? 0;
  const body = candidate.body.slice(from, to);
  return {
    ...whole(item),
    decision: 'trimmed',
    reason: 'cutToBudget',
    body,
    cost: counted
      ? countPart(counted, from, to, itemEnd, tokens)
      : tokens.count(`${body}${itemEnd}`),
    start: base + from,
    end: base + to,
  };
};

/** A part of a candidate that its own sense chose, in place of all of it. */
export const asShortForm = (item: Costed, form: ShortForm, tokens: TokenCounter): Selected => ({
  ...whole(item),
  decision: 'trimmed',
  reason: 'cutToBudget',
  body: form.body,
  cost: tokens.count(`${form.body}${itemEnd}`),
  start: form.start,
  end: form.end,
});

/** The longest part of a candidate that `room` tokens hold; null where none is worth sending. */
export const shortenedToFit = (
  item: Costed,
  room: number,
  tokens: TokenCounter,
): Selected | null => {
  const fits = (body: string): boolean => tokens.count(`${body}${itemEnd}`) <= room;
  const form = item.candidate.shorten?.toFit(fits);
  return form ? asShortForm(item, form, tokens) : null;
};

/** The end of a text that `room` tokens hold (S3-11). */
export const wholeOrEnding = (item: Costed, room: number, tokens: TokenCounter): Selected => {
  if (item.cost <= room) return whole(item);
  const { body } = item.candidate;
  const from = keepEnding(body, room - tokens.count(itemEnd), counterWithin(item.counted, tokens));
  return from >= body.length ? dropped(item, 'overBudget') : part(item, from, body.length, tokens);
};

/** The beginning of a text that `room` tokens hold. */
export const wholeOrBeginning = (item: Costed, room: number, tokens: TokenCounter): Selected => {
  if (item.cost <= room) return whole(item);
  const { body } = item.candidate;
  const end = keepBeginning(body, room, counterWithin(item.counted, tokens), itemEnd);
  const kept = body.slice(0, end).trimEnd().length;
  return kept === 0 ? dropped(item, 'overBudget') : part(item, 0, kept, tokens);
};
