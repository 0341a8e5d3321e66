/** Puts a prompt together in its order, as the fences stand now. */
import { AppError } from '#shared/errors.ts';
import { readProjectInstructions } from './project-instructions.ts';
import { type Dependencies, findConversation, viewOf } from './dependencies.ts';
import type { PromptItem } from './prompt.ts';
import { createOpenRows } from './provenance/open-rows.ts';
import { promptParts } from './prompt-items.ts';
import type { CountText, Prompt } from './service.ts';
import type { StoredMessage } from './store/message-store.ts';
import { collapseSummaries } from './summary/collapse.ts';
import { todoRecap } from './todo-recap.ts';

type AssembleDependencies = Pick<
  Dependencies,
  'conversations' | 'messages' | 'projects' | 'fenceView' | 'namesOf' | 'decodeText' | 'logger'
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
 * A prompt, and by key what fences kept back from it: who answers it says nothing of that. `named`: whom the project's
 * instructions name, which no message tells.
 */
export type Assembled = {
  prompt: Prompt;
  without: readonly string[];
  named: readonly string[];
};

/** What it is made of, beside the files of the project. */
export type PromptInput = {
  /** What no summary stands for, oldest first. */
  rows: readonly StoredMessage[];
  system: string;
  count: CountText;
  /** Of a turn that has not begun; otherwise it is among the rows. */
  question?: Prompt['question'];
};

/** One prompt in the order of S4-01, as the fences stand now. The project's instructions are read anew each time (S4-28). */
export const assemblePrompt = async (
  dependencies: AssembleDependencies,
  scope: PromptScope,
  { rows, system, count, question }: PromptInput,
): Promise<Assembled> => {
  const { conversationId, projectId, documentId, turnId } = scope;
  const root = dependencies.projects.get(projectId).path;
  const view = viewOf(dependencies, projectId, documentId);
  const projectInstructions = await readProjectInstructions(root, view, dependencies.decodeText);
  const { todos, ...stored } = findConversation(dependencies, conversationId);
  const contextWindow = scope.contextWindow ?? stored.contextWindow;
  const open = createOpenRows(dependencies, scope, view);
  const { summaries, history, scratchpad, ...own } = promptParts(open.show(rows), turnId);
  const asked = question ?? own.question;
  if (asked === null) throw new AppError('INTERNAL', 'A turn has no question.', { conversationId });
  const refs = new Map(summaries.map(({ messageId, contextRefs }) => [messageId, contextRefs[0]]));
  const shown = collapseSummaries(
    summaries,
    contextWindow,
    count,
    (messageId) => refs.get(messageId) ?? null,
  );
  const prompt: Prompt = {
    system,
    projectInstructions,
    history: [
      ...shown.map(({ messageId, text }): PromptItem => ({ kind: 'summary', messageId, text })),
      ...history,
    ],
    question: asked,
    scratchpad,
    recap: open.opensTodos ? view.redactSaid(todoRecap(todos)) : '',
  };
  return { prompt, without: open.without, named: view.namesIn(projectInstructions) };
};

/** Tokens of all texts of a prompt, for models that do not tell what they read. */
export const promptTokens = (prompt: Prompt, count: CountText): number => {
  const items = [...prompt.history, prompt.question, ...prompt.scratchpad];
  const texts = [
    prompt.system,
    prompt.projectInstructions,
    ...items.map(({ text }) => text),
    prompt.recap,
  ];
  return texts.reduce((sum, text) => sum + count(text), 0);
};
