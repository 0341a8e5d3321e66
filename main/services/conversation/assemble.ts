import { AppError } from '#shared/errors.ts';
import { readLaw } from './law.ts';
import { type ConversationParts, findConversation, viewOf } from './parts.ts';
import type { PromptItem } from './prompt.ts';
import { promptParts } from './prompt-items.ts';
import type { CountText, Prompt } from './service.ts';
import type { StoredMessage } from './store/message-store.ts';
import { collapseSummaries } from './summary/collapse.ts';
import { todoRecap } from './todo-recap.ts';
import { withholdHistory } from './withhold-history.ts';

type AssembleParts = Pick<
  ConversationParts,
  'conversations' | 'turns' | 'projects' | 'fenceView' | 'decodeText' | 'logger'
>;

/** Whose prompt it is. */
export type PromptScope = {
  conversationId: string;
  projectId: string;
  documentId: string | null;
  turnId: string | null;
  /** Tokens of the model that is asked; absent: of the one that last asked for a summary. */
  contextWindow?: number | undefined;
};

/**
 * One prompt in the order of S4-01. `rows`: what no summary stands for. `question`: of a turn that has not begun;
 * otherwise it is among the rows. The law is read anew each time (S4-28).
 */
export const assemblePrompt = async (
  parts: AssembleParts,
  scope: PromptScope,
  rows: readonly StoredMessage[],
  system: string,
  count: CountText,
  question?: Prompt['question'],
): Promise<Prompt> => {
  const { conversationId, projectId, documentId, turnId } = scope;
  const root = parts.projects.get(projectId).path;
  const view = viewOf(parts, projectId, documentId);
  const law = await readLaw(root, view, parts.decodeText, parts.logger);
  const { todos, ...stored } = findConversation(parts, conversationId);
  const contextWindow = scope.contextWindow ?? stored.contextWindow;
  const { summaries, history, scratchpad, ...own } = promptParts(
    withholdHistory(rows, documentId, parts.turns.documents(conversationId), view),
    turnId,
  );
  const asked = question ?? own.question;
  if (asked === null) throw new AppError('INTERNAL', 'A turn has no question.', { conversationId });
  const refs = new Map(summaries.map(({ messageId, contextRefs }) => [messageId, contextRefs[0]]));
  const shown = collapseSummaries(
    summaries,
    contextWindow,
    count,
    (messageId) => refs.get(messageId) ?? null,
  );
  return {
    system,
    law,
    history: [
      ...shown.map(({ messageId, text }): PromptItem => ({ kind: 'summary', messageId, text })),
      ...history,
    ],
    question: asked,
    scratchpad,
    recap: todoRecap(todos),
  };
};

/** Tokens of all texts of a prompt, for models that do not tell what they read. */
export const promptTokens = (prompt: Prompt, count: CountText): number => {
  const items = [...prompt.history, prompt.question, ...prompt.scratchpad];
  const texts = [prompt.system, prompt.law, ...items.map(({ text }) => text), prompt.recap];
  return texts.reduce((sum, text) => sum + count(text), 0);
};
