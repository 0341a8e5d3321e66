/** What a change makes of a learned preference. */
import type { MemoryRule } from '#shared/domain/memory.ts';
import { AppError } from '#shared/errors.ts';

export const ruleNotFound = (ruleId: string): AppError =>
  new AppError('MEMORY_RULE_NOT_FOUND', 'There is no such rule in this project.', { ruleId });

export type RuleChange = {
  /** Without it the change is made whatever the version. */
  expectedVersion?: number | undefined;
  text?: string | undefined;
  confidence?: number | undefined;
  confirmed?: boolean | undefined;
};

/** What a change makes of a rule, its version risen by one. MEMORY_RULE_CONFLICT when it was stale. */
export const changeRule = (
  current: MemoryRule,
  change: RuleChange,
  countTokens: (text: string) => number,
  now: number,
): MemoryRule => {
  if (change.expectedVersion !== undefined && change.expectedVersion !== current.version) {
    throw new AppError('MEMORY_RULE_CONFLICT', 'The rule was changed in the meantime.', {
      ruleId: current.ruleId,
      currentVersion: current.version,
    });
  }
  const text = change.text ?? current.text;
  return {
    ...current,
    text,
    confidence: change.confidence ?? current.confidence,
    confirmed: change.confirmed ?? current.confirmed,
    tokenCount: text === current.text ? current.tokenCount : countTokens(text),
    version: current.version + 1,
    updatedAt: now,
  };
};
