/** The tables of standing permissions. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseRow } from '#main/db/columns.ts';
import { PermissionRule } from '#shared/domain/conversation.ts';

const Found = z.object({ found: z.literal(1) }).optional();

export type Grant = { projectId: string; conversationId: string; tool: string; rule: string };

export type PermissionStore = {
  /** Oldest first. */
  listRules(): PermissionRule[];
  /** Leaves an equal rule as it is. */
  addRule(rule: PermissionRule): void;
  hasRule(tool: string, rule: string): boolean;
  /** False when there is no such rule. */
  removeRule(ruleId: string): boolean;
  addGrant(grant: Grant, createdAt: number): void;
  hasGrant(grant: Grant): boolean;
  forgetConversation(conversationId: string): void;
  forgetProject(projectId: string): void;
};

export const createPermissionStore = (database: Database): PermissionStore => {
  const select = database.prepare(
    'SELECT rule_id AS ruleId, tool, rule, created_at AS createdAt FROM permission_rules ORDER BY sequence',
  );
  const insert = database.prepare(`
    INSERT INTO permission_rules (rule_id, tool, rule, created_at) VALUES (@ruleId, @tool, @rule, @createdAt)
    ON CONFLICT (tool, rule) DO NOTHING
  `);
  const find = database.prepare(
    'SELECT 1 AS found FROM permission_rules WHERE tool = ? AND rule = ?',
  );
  const remove = database.prepare('DELETE FROM permission_rules WHERE rule_id = ?');
  const insertGrant = database.prepare(`
    INSERT INTO permission_grants (project_id, conversation_id, tool, rule, created_at)
    VALUES (@projectId, @conversationId, @tool, @rule, @createdAt)
    ON CONFLICT (conversation_id, tool, rule) DO NOTHING
  `);
  const findGrant = database.prepare(`
    SELECT 1 AS found FROM permission_grants
    WHERE project_id = @projectId AND conversation_id = @conversationId AND tool = @tool AND rule = @rule
  `);
  const forgetConversation = database.prepare(
    'DELETE FROM permission_grants WHERE conversation_id = ?',
  );
  const forgetProject = database.prepare('DELETE FROM permission_grants WHERE project_id = ?');

  return {
    listRules: () => select.all().map((row) => parseRow(PermissionRule, 'permission_rules', row)),
    addRule: (rule) => {
      insert.run(rule);
    },
    hasRule: (tool, rule) =>
      parseRow(Found, 'permission_rules', find.get(tool, rule)) !== undefined,
    removeRule: (ruleId) => remove.run(ruleId).changes > 0,
    addGrant: (grant, createdAt) => {
      insertGrant.run({ ...grant, createdAt });
    },
    hasGrant: (grant) => parseRow(Found, 'permission_grants', findGrant.get(grant)) !== undefined,
    forgetConversation: (conversationId) => {
      forgetConversation.run(conversationId);
    },
    forgetProject: (projectId) => {
      forgetProject.run(projectId);
    },
  };
};
