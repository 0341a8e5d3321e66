/** The habits of style that decisions can speak for or against. */
import type { Language } from '#shared/domain/identifiers.ts';

/** One decision over a candidate: what of the model's text was taken, what was refused, what it took away. */
export type Decision = { accepted: string; rejected: string; removed: string };

export type PreferencePattern = {
  id: string;
  count(text: string): number;
  rule: Record<Language, string>;
};

const occurrences =
  (pattern: RegExp) =>
  (text: string): number =>
    [...text.matchAll(pattern)].length;

/** Only what can be counted without judgement. A rule is proposed in these words and never confirmed for the writer. */
export const preferencePatterns: readonly PreferencePattern[] = [
  {
    id: 'exclamation',
    count: occurrences(/[!！]/gu),
    rule: { 'zh-CN': '少用感叹号。', en: 'Avoid exclamation marks.' },
  },
  {
    id: 'ellipsis',
    count: occurrences(/……|\.{3}|…/gu),
    rule: { 'zh-CN': '少用省略号。', en: 'Avoid ellipses.' },
  },
  {
    id: 'dash',
    count: occurrences(/——|—/gu),
    rule: { 'zh-CN': '少用破折号。', en: 'Avoid dashes.' },
  },
  {
    id: 'simile',
    count: occurrences(/仿佛|宛如|犹如|好似|\bas if\b|\bas though\b/giu),
    rule: {
      'zh-CN': '少用“仿佛”“宛如”一类的比喻。',
      en: 'Avoid similes with “as if” and “as though”.',
    },
  },
  {
    id: 'suddenly',
    count: occurrences(/突然|忽然|猛然|\bsuddenly\b/giu),
    rule: { 'zh-CN': '少用“突然”“忽然”。', en: 'Avoid “suddenly”.' },
  },
];

/** Decisions of one kind after which a rule is proposed. */
export const votesNeeded = 3;

/**
 * How a decision speaks to each pattern: 1 when the writer took a text without it while refusing, or letting go,
 * one with it; -1 when the taken text has it, which ends the count; 0 otherwise. Refusing a whole candidate
 * says too little to count.
 */
export const votesOf = ({ accepted, rejected, removed }: Decision): ReadonlyMap<string, 1 | -1> => {
  const votes = new Map<string, 1 | -1>();
  if (accepted.trim() === '') return votes;
  for (const { id, count } of preferencePatterns) {
    if (count(accepted) > 0) {
      if (count(accepted) > count(removed)) votes.set(id, -1);
    } else if (count(rejected) > 0 || count(removed) > 0) votes.set(id, 1);
  }
  return votes;
};
