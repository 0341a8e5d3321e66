/** Learned preferences as candidates, most confident first (S3-10); the same for every cursor of a chapter. */
import type { MemoryRule } from '#shared/domain/memory.ts';
import type { Candidate } from './candidate.ts';
import type { Exclusion } from './eligibility.ts';
import type { ForbiddenNames } from './forbidden-names.ts';
import { createListRanker, type ListedCandidate } from './list-ranker.ts';

export type SettingsInput = { rules: readonly MemoryRule[]; mute: ReadonlySet<string> };

export type RankSettings = (
  input: SettingsInput,
  forbidden: ForbiddenNames,
) => readonly Candidate[];

/** A rule nobody confirmed is a proposal and stays out. */
const exclusionOf = (
  { ruleId, text, confirmed }: MemoryRule,
  mute: ReadonlySet<string>,
  forbidden: ForbiddenNames,
): Exclusion | null => {
  if (forbidden.mentionedIn(text)) return { reason: 'fencedByName' };
  if (mute.has(ruleId)) return { reason: 'mutedByWriter' };
  return confirmed ? null : { reason: 'unconfirmed' };
};

const describeRule = (rule: MemoryRule): ListedCandidate => ({
  id: rule.ruleId,
  source: 'memory',
  title: rule.text,
  body: rule.text,
  reason: 'confirmedRule',
  score: rule.confidence,
  revision: `${rule.version}`,
  fence: null,
});

export const createSettingsRanker = (): RankSettings => {
  const rank = createListRanker({ group: 'preferences', describe: describeRule });
  return ({ rules, mute }, forbidden) =>
    rank(
      rules,
      rules.map((rule) => exclusionOf(rule, mute, forbidden)),
    );
};
