/** Decides whether tools may do what they are about to, and asks the writer. */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import type { EventSink } from '#shared/contract/events.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { PermissionRequest, PermissionRule } from '#shared/domain/conversation.ts';
import type { AgreedSum, PurseQuestion } from '#shared/domain/purse.ts';
import { AppError, type Json } from '#shared/errors.ts';
import type { Clock } from '#main/platform.ts';
import { showControlsIn } from '#main/base/text/visible-controls.ts';
import type { SettingsService } from '#main/settings/service.ts';
import type { PermissionNeed, ToolContext } from '../tool.ts';
import { createPermissionStore, type Grant } from './store.ts';

/** `off`: the writer switched this kind of tool off. `refused`: also a question that ended with its turn. */
export type Permission = 'allowed' | 'refused' | 'off';
export type PermissionDecision = Parsed<'conversation:permit'>['decision'];
export type PermissionScope = Pick<ToolContext, 'projectId' | 'conversationId' | 'turnId'>;

/** What a tool is about to do, and the permission that it needs. */
export type AskedCall = { tool: string; input: Json; need: PermissionNeed };

/** Whether tools may do what they are about to: settings first, then standing rules, then the writer (S2, F14). */
export type Permissions = {
  /** Waits for the writer where settings say `ask` and no rule covers it; `signal` ends the waiting. */
  check(call: AskedCall, scope: PermissionScope, signal: AbortSignal): Promise<Permission>;
  /**
   * Asks even where settings say `allow`: for what must be seen once whatever the switch says. An answer for the
   * conversation is remembered here, `always` is the caller's to remember.
   */
  confirm(
    call: AskedCall,
    scope: PermissionScope,
    signal: AbortSignal,
  ): Promise<PermissionDecision | 'off'>;
  /** PERMISSION_NOT_FOUND when it was answered already or ended. */
  permit(input: Parsed<'conversation:permit'>): void;
  /** Requests that wait, oldest first. */
  pending(): PermissionRequest[];
  /** Standing permissions, oldest first. */
  rules(): PermissionRule[];
  /** PERMISSION_NOT_FOUND. */
  removeRule(ruleId: string): void;
  /**
   * Asks whether a request to the model may take what is forecast of it (PURSE_ASKS, E2). The sum the writer agreed to;
   * null when they did not, or when the turn ended.
   */
  agree(
    question: PurseQuestion,
    scope: PermissionScope,
    signal: AbortSignal,
  ): Promise<AgreedSum | null>;
  /** The sum agreed to for a whole conversation. It ends with the program: what it covers costs each time. */
  agreedTo(conversationId: string): AgreedSum | undefined;
  forgetConversation(conversationId: string): void;
  forgetProject(projectId: string): void;
};

type Waiting = {
  request: PermissionRequest;
  grant: Grant;
  settle(decision: PermissionDecision): void;
};

export const createPermissions = (dependencies: {
  database: Database;
  events: EventSink;
  settings: Pick<SettingsService, 'get'>;
  clock: Clock;
}): Permissions => {
  const { events, settings, clock } = dependencies;
  const store = createPermissionStore(dependencies.database);
  const waiting = new Map<string, Waiting>();
  const agreedSums = new Map<string, AgreedSum>();
  /** Looked at once more behind every question: the switch may have been turned while it waited. */
  const isOff = ({ kind }: PermissionNeed): boolean => settings.get().tools[kind] === 'off';

  const askWriter = (
    grant: Grant,
    details: Pick<PermissionRequest, 'turnId' | 'input' | 'fencedReach' | 'purse'>,
    signal: AbortSignal,
  ): Promise<PermissionDecision> => {
    if (signal.aborted) return Promise.resolve('refuse');
    const requestId = nanoid();
    const { projectId, conversationId, tool, rule } = grant;
    const { turnId, input } = details;
    const asked = { requestId, projectId, conversationId, turnId, tool, input };
    const { fencedReach, purse } = details;
    // A command must read as the shell will take it: no override of the direction may turn its words around.
    const request = {
      ...showControlsIn({ ...asked, rule }),
      ...(fencedReach === undefined ? {} : { fencedReach }),
      ...(purse === undefined ? {} : { purse }),
    };
    return new Promise((resolve) => {
      const settle = (decision: PermissionDecision): void => {
        signal.removeEventListener('abort', end);
        waiting.delete(requestId);
        events.emit('conversation:permission:settled', { requestId });
        resolve(decision);
      };
      const end = (): void => settle('refuse');
      waiting.set(requestId, { request, grant, settle });
      signal.addEventListener('abort', end, { once: true });
      events.emit('conversation:permission', request);
    });
  };

  /** An answer that covers more than its question answers the equal questions that wait beside it. */
  const answerAlike = ({ grant }: Waiting, decision: 'conversation' | 'always'): void => {
    for (const other of [...waiting.values()]) {
      const { tool, rule, conversationId } = other.grant;
      const isAlike =
        tool === grant.tool && rule === grant.rule && other.grant.projectId === grant.projectId;
      if (isAlike && (decision === 'always' || conversationId === grant.conversationId)) {
        other.settle('once');
      }
    }
  };

  const keep = (decision: PermissionDecision, grant: Grant): void => {
    const { projectId, tool, rule } = grant;
    if (decision === 'always') {
      store.addRule({ ruleId: nanoid(), projectId, tool, rule, createdAt: clock.now() });
    }
    if (decision === 'conversation') store.addGrant(grant, clock.now());
  };

  return {
    async check({ tool, input, need }, { projectId, conversationId, turnId }, signal) {
      const state = settings.get().tools[need.kind];
      if (state === 'off') return 'off';
      const { rule, fencedReach } = need;
      if (state === 'allow' && fencedReach === undefined) return 'allowed';
      const grant = { projectId, conversationId, tool, rule };
      const isByItself = fencedReach === 'call';
      if (!isByItself && (store.hasRule(grant) || store.hasGrant(grant))) return 'allowed';
      const details = { turnId, input, ...(fencedReach ? { fencedReach } : {}) };
      const decision = await askWriter(grant, details, signal);
      if (decision === 'refuse') return 'refused';
      if (!isByItself) keep(decision, grant);
      return isOff(need) ? 'off' : 'allowed';
    },
    async confirm({ tool, input, need }, { projectId, conversationId, turnId }, signal) {
      if (isOff(need)) return 'off';
      const grant = { projectId, conversationId, tool, rule: need.rule };
      if (store.hasGrant(grant)) return 'conversation';
      const decision = await askWriter(grant, { turnId, input }, signal);
      if (decision === 'conversation') store.addGrant(grant, clock.now());
      return isOff(need) ? 'off' : decision;
    },
    async agree(question, { projectId, conversationId, turnId }, signal) {
      const grant = { projectId, conversationId, tool: 'request', rule: '' };
      const { inputTokens, cost, currency } = question;
      const sum = { inputTokens, cost, currency };
      const decision = await askWriter(grant, { turnId, input: sum, purse: question }, signal);
      if (decision === 'refuse') return null;
      if (decision !== 'once') agreedSums.set(conversationId, sum);
      return sum;
    },
    agreedTo: (conversationId) => agreedSums.get(conversationId),
    permit({ requestId, decision }) {
      const asked = waiting.get(requestId);
      if (!asked) {
        throw new AppError('PERMISSION_NOT_FOUND', 'That question waits for no answer.', {
          requestId,
        });
      }
      asked.settle(decision);
      if (asked.request.fencedReach === 'call' || asked.request.purse) return;
      if (decision === 'conversation' || decision === 'always') answerAlike(asked, decision);
    },
    pending: () => [...waiting.values()].map(({ request }) => request),
    rules: () => store.listRules().map(showControlsIn),
    removeRule(ruleId) {
      if (store.removeRule(ruleId)) return;
      throw new AppError('PERMISSION_NOT_FOUND', 'There is no such standing permission.', {
        ruleId,
      });
    },
    forgetConversation(conversationId) {
      agreedSums.delete(conversationId);
      store.forgetConversation(conversationId);
    },
    forgetProject: (projectId) => store.forgetProject(projectId),
  };
};
