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
  hasRule(covers: Omit<Grant, 'conversationId'>): boolean;
  /** False when there is no such rule. */
  removeRule(ruleId: string): boolean;
  addGrant(grant: Grant, createdAt: number): void;
  hasGrant(grant: Grant): boolean;
  forgetConversation(conversationId: string): void;
  forgetProject(projectId: string): void;
};

export const createPermissionStore = (database: Database): PermissionStore => {
  const select = database.prepare(
    'SELECT rule_id AS ruleId, project_id AS projectId, tool, rule, created_at AS createdAt FROM project_permission_rules ORDER BY sequence',
  );
  const insert = database.prepare(`
    INSERT INTO project_permission_rules (rule_id, project_id, tool, rule, created_at)
    VALUES (@ruleId, @projectId, @tool, @rule, @createdAt)
    ON CONFLICT (project_id, tool, rule) DO NOTHING
  `);
  const find = database.prepare(`
    SELECT 1 AS found FROM project_permission_rules
    WHERE project_id = @projectId AND tool = @tool AND rule = @rule
  `);
  const remove = database.prepare('DELETE FROM project_permission_rules WHERE rule_id = ?');
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
  const forgetProject = ['permission_grants', 'project_permission_rules'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE project_id = ?`),
  );

  return {
    listRules: () =>
      select.all().map((row) => parseRow(PermissionRule, 'project_permission_rules', row)),
    addRule: (rule) => {
      insert.run(rule);
    },
    hasRule: ({ projectId, tool, rule }) =>
      parseRow(Found, 'project_permission_rules', find.get({ projectId, tool, rule })) !==
      undefined,
    removeRule: (ruleId) => remove.run(ruleId).changes > 0,
    addGrant: (grant, createdAt) => {
      insertGrant.run({ ...grant, createdAt });
    },
    hasGrant: (grant) => parseRow(Found, 'permission_grants', findGrant.get(grant)) !== undefined,
    forgetConversation: (conversationId) => {
      forgetConversation.run(conversationId);
    },
    forgetProject: (projectId) => {
      for (const forget of forgetProject) forget.run(projectId);
    },
  };
};
