/** Keeps the summaries of a prompt within their share of the window. */
import type { CountText } from '../service.ts';

/** A summary as history has it. */
export type ArchivedSummary = { messageId: string; text: string };

export type ShownSummary = {
  messageId: string;
  text: string;
  /** False: shown in full. */
  collapsed: boolean;
  /** The summaries this item stands for, oldest first; its own id is the last of them. */
  standsFor: readonly string[];
};

type Collapsible = ArchivedSummary & { ref: string };

/** Part of the window that summaries together may fill. */
const share = 0.2;

const period = /^\*\(Contains context from \[([^\]\n]*)\] to \[([^\]\n]*)\]\)\*/mu;

const periodOf = (first: ArchivedSummary, last: ArchivedSummary): string => {
  const from = period.exec(first.text)?.[1];
  const to = period.exec(last.text)?.[2];
  return from === undefined || to === undefined ? '' : `${from} to ${to}`;
};

const oneLine = (summary: Collapsible): string => {
  const when = periodOf(summary, summary);
  return `[Archived summary in context: ${summary.ref}]${when && ` (${when})`}`;
};

const jointLine = (first: Collapsible, last: Collapsible, amount: number): string => {
  const when = periodOf(first, last);
  const detail = `${when && `${when}; `}context_list names them all`;
  return `[${amount} archived summaries in context: ${first.ref} … ${last.ref}] (${detail})`;
};

/**
 * Keeps summaries within a fifth of the window (S4-19): the oldest become a line with their ref, and when the lines
 * alone are too many, the oldest of them one line together. The newest stays in full, and so does one without a ref:
 * nothing is dropped.
 *
 * @param summaries oldest first
 * @param contextWindow tokens
 * @param refOf id of the context file with the summary's full text
 */
export const collapseSummaries = (
  summaries: readonly ArchivedSummary[],
  contextWindow: number,
  count: CountText,
  refOf: (messageId: string) => string | null,
): ShownSummary[] => {
  const limit = contextWindow * share;
  const collapsible: Collapsible[] = summaries.slice(0, -1).flatMap((summary) => {
    const ref = refOf(summary.messageId);
    return ref === null ? [] : [{ ...summary, ref }];
  });
  const full = new Map(summaries.map(({ messageId, text }) => [messageId, count(text)]));
  const lines = new Map(collapsible.map((summary) => [summary.messageId, count(oneLine(summary))]));
  let used = [...full.values()].reduce((sum, tokens) => sum + tokens, 0);

  let collapsed = 0;
  for (const { messageId } of collapsible) {
    if (used <= limit) break;
    used += (lines.get(messageId) ?? 0) - (full.get(messageId) ?? 0);
    collapsed += 1;
  }

  const [first] = collapsible;
  let joined = 0;
  let joint = '';
  let jointTokens = 0;
  for (const [index, last] of collapsible.slice(0, collapsed).entries()) {
    if (!first || used + jointTokens <= limit) break;
    used -= lines.get(last.messageId) ?? 0;
    joined = index + 1;
    joint = joined > 1 ? jointLine(first, last, joined) : oneLine(first);
    jointTokens = count(joint);
  }

  const shortened = new Map(
    collapsible.slice(joined, collapsed).map((one) => [one.messageId, one]),
  );
  const together = collapsible.slice(0, joined).map(({ messageId }) => messageId);
  return summaries.flatMap(({ messageId, text }): ShownSummary[] => {
    const single = shortened.get(messageId);
    if (single) {
      return [{ messageId, text: oneLine(single), collapsed: true, standsFor: [messageId] }];
    }
    if (!together.includes(messageId)) {
      return [{ messageId, text, collapsed: false, standsFor: [messageId] }];
    }
    return messageId === together.at(-1)
      ? [{ messageId, text: joint, collapsed: true, standsFor: together }]
      : [];
  });
};
