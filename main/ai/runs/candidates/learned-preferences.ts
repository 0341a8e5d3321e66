/** Counts the writer's decisions and proposes preferences learnt from them. */
import type { Database } from 'better-sqlite3';
import type { Language } from '#shared/domain/identifiers.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import { type Decision, preferencePatterns, votesNeeded, votesOf } from './preference-patterns.ts';

/** Certainty a proposed rule begins with; the writer's confirmation is what makes it count. */
const proposedConfidence = 0.5;

export type LearnedPreferences = {
  /** Counts a decision; proposes a rule, unconfirmed and once, for what was seen often enough. */
  learn(projectId: string, language: Language, decision: Decision): void;
  forget(projectId: string): void;
};

export const createLearnedPreferences = (
  database: Database,
  memory: Pick<MemoryService, 'createRule'>,
): LearnedPreferences => {
  const count = database
    .prepare<[string, string], number>(
      `INSERT INTO ai_preferences (project_id, pattern, votes) VALUES (?, ?, 1)
       ON CONFLICT (project_id, pattern) DO UPDATE SET votes = votes + 1
       RETURNING iif(rule_id IS NULL, votes, 0)`,
    )
    .pluck();
  const reset = database.prepare(
    'UPDATE ai_preferences SET votes = 0 WHERE project_id = ? AND pattern = ?',
  );
  const propose = database.prepare(
    'UPDATE ai_preferences SET rule_id = ? WHERE project_id = ? AND pattern = ?',
  );
  const forget = database.prepare('DELETE FROM ai_preferences WHERE project_id = ?');
  return {
    learn(projectId, language, decision) {
      for (const [pattern, vote] of votesOf(decision)) {
        if (vote < 0) {
          reset.run(projectId, pattern);
          continue;
        }
        const votes = count.get(projectId, pattern) ?? 0;
        const rule = preferencePatterns.find(({ id }) => id === pattern)?.rule[language];
        if (votes < votesNeeded || rule === undefined) continue;
        const created = memory.createRule({
          projectId,
          text: rule,
          confidence: proposedConfidence,
          confirmed: false,
        });
        propose.run(created.ruleId, projectId, pattern);
      }
    },
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
