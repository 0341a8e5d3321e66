import type { Candidate } from './candidate.ts';
import type { ForbiddenNames } from './forbidden-names.ts';
import type { AssemblyInput } from './assembly-input.ts';

/** Learned preferences, most confident first (S3-10). A rule nobody confirmed is a proposal and stays out. */
export const rankSettings = (material: AssemblyInput, forbidden: ForbiddenNames): Candidate[] =>
  material.rules.map((rule) => ({
    id: rule.ruleId,
    group: 'preferences',
    source: 'memory',
    title: rule.text,
    body: rule.text,
    reason: 'confirmedRule',
    excluded: forbidden.mentionedIn(rule.text)
      ? { reason: 'fencedUntilChapter' }
      : material.mute.has(rule.ruleId)
        ? { reason: 'mutedByWriter' }
        : rule.confirmed
          ? null
          : { reason: 'unconfirmed' },
    score: rule.confidence,
    revision: `${rule.version}`,
    fence: null,
  }));
