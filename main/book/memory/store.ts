/** The tables of preferences and episodes. */
import type { Database } from 'better-sqlite3';
import { flagColumn, parseRow, type SoundRows, soundRows } from '#main/db/columns.ts';
import { Episode, MemoryRule } from '#shared/domain/memory.ts';

const ruleColumns = `rule_id AS ruleId, text, confidence, confirmed, token_count AS tokenCount, version,
  created_at AS createdAt, updated_at AS updatedAt`;
const episodeColumns =
  'episode_id AS episodeId, document_id AS documentId, text, created_at AS createdAt';

const RuleRow = MemoryRule.extend({ confirmed: flagColumn });
const StoredRuleRow = RuleRow.extend({ deleted: flagColumn });

export type StoredRule = { rule: MemoryRule; deleted: boolean };

export type MemoryStore = {
  /** Most confident first, then oldest; without deleted ones. */
  listRules(projectId: string): SoundRows<MemoryRule>;
  /** Also a deleted one; null for an id of another project (S3-41). */
  findRule(projectId: string, ruleId: string): StoredRule | null;
  insertRule(projectId: string, rule: MemoryRule): void;
  updateRule(projectId: string, rule: MemoryRule): void;
  setRuleDeleted(projectId: string, ruleId: string, deletedAt: number | null): void;
  /** Newest first; without deleted ones. */
  listEpisodes(projectId: string): SoundRows<Episode>;
  insertEpisode(projectId: string, episode: Episode): void;
  /** Whether there was one that was not deleted. */
  deleteEpisode(projectId: string, episodeId: string, deletedAt: number): boolean;
  /** The record as it was, deleted or not; null where there is none. */
  restoreEpisode(projectId: string, episodeId: string): Episode | null;
  forget(projectId: string): void;
  /** Runs all or nothing. */
  transaction<T>(run: () => T): T;
};

export const createMemoryStore = (database: Database): MemoryStore => {
  const selectRules = database.prepare(
    `SELECT ${ruleColumns} FROM memory_rules WHERE project_id = ? AND deleted_at IS NULL
     ORDER BY confidence DESC, sequence`,
  );
  const selectRule = database.prepare(
    `SELECT ${ruleColumns}, deleted_at IS NOT NULL AS deleted FROM memory_rules
     WHERE project_id = ? AND rule_id = ?`,
  );
  const insertRule = database.prepare(`
    INSERT INTO memory_rules (rule_id, project_id, text, confidence, confirmed, token_count, version,
      created_at, updated_at)
    VALUES (@ruleId, @projectId, @text, @confidence, @confirmed, @tokenCount, @version,
      @createdAt, @updatedAt)
  `);
  const updateRule = database.prepare(`
    UPDATE memory_rules SET text = @text, confidence = @confidence, confirmed = @confirmed,
      token_count = @tokenCount, version = @version, updated_at = @updatedAt
    WHERE project_id = @projectId AND rule_id = @ruleId
  `);
  const setRuleDeleted = database.prepare(
    'UPDATE memory_rules SET deleted_at = ? WHERE project_id = ? AND rule_id = ?',
  );
  const selectEpisodes = database.prepare(
    `SELECT ${episodeColumns} FROM memory_episodes WHERE project_id = ? AND deleted_at IS NULL
     ORDER BY sequence DESC`,
  );
  const insertEpisode = database.prepare(`
    INSERT INTO memory_episodes (episode_id, project_id, document_id, text, created_at)
    VALUES (@episodeId, @projectId, @documentId, @text, @createdAt)
  `);
  const deleteEpisode = database.prepare(
    `UPDATE memory_episodes SET deleted_at = ?
     WHERE project_id = ? AND episode_id = ? AND deleted_at IS NULL`,
  );
  const restoreEpisode = database.prepare(
    `UPDATE memory_episodes SET deleted_at = NULL WHERE project_id = ? AND episode_id = ?
     RETURNING ${episodeColumns}`,
  );
  const forgetRules = database.prepare('DELETE FROM memory_rules WHERE project_id = ?');
  const forgetEpisodes = database.prepare('DELETE FROM memory_episodes WHERE project_id = ?');
  const transaction = <T>(run: () => T): T => database.transaction(run).immediate();

  return {
    listRules: (projectId) => soundRows(RuleRow, 'ruleId', selectRules.all(projectId)),
    findRule: (projectId, ruleId) => {
      const row = selectRule.get(projectId, ruleId);
      if (row === undefined) return null;
      const { deleted, ...rule } = parseRow(StoredRuleRow, 'memory_rules', row);
      return { rule, deleted };
    },
    insertRule: (projectId, rule) => {
      insertRule.run({ ...rule, projectId, confirmed: rule.confirmed ? 1 : 0 });
    },
    updateRule: (projectId, rule) => {
      const { createdAt: _createdAt, ...row } = rule;
      updateRule.run({ ...row, projectId, confirmed: rule.confirmed ? 1 : 0 });
    },
    setRuleDeleted: (projectId, ruleId, deletedAt) => {
      setRuleDeleted.run(deletedAt, projectId, ruleId);
    },
    listEpisodes: (projectId) => soundRows(Episode, 'episodeId', selectEpisodes.all(projectId)),
    insertEpisode: (projectId, episode) => {
      insertEpisode.run({ ...episode, projectId });
    },
    deleteEpisode: (projectId, episodeId, deletedAt) =>
      deleteEpisode.run(deletedAt, projectId, episodeId).changes > 0,
    restoreEpisode: (projectId, episodeId) => {
      const row = restoreEpisode.get(projectId, episodeId);
      return row === undefined ? null : parseRow(Episode, 'memory_episodes', row);
    },
    forget: (projectId) => {
      transaction(() => {
        forgetRules.run(projectId);
        forgetEpisodes.run(projectId);
      });
    },
    transaction,
  };
};
