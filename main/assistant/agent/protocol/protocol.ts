/** What a protocol between agent and model is. */
import type { Json } from '#shared/errors.ts';
import type { ChatRequest, ChatAnswer } from '#main/ai/runs/service.ts';
import type { Prompt } from '#main/assistant/conversation/service.ts';

/** A tool as a model is told of it. */
export type OfferedTool = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
};

/** A call as it was read, before it has an id. */
export type AskedToolCall = { toolName: string; input: Json };

/** What one answer of a model means. */
export type ParsedAnswer =
  /** `kept`: what the model wrote as far as it counts. */
  | { kind: 'calls'; thought: string; calls: readonly AskedToolCall[]; kept: string }
  /** `thought`: what the model said before it finished; '' where the protocol has no place for it. */
  | { kind: 'answer'; thought: string; text: string }
  /** `problem`: what was wrong, said to the model. */
  | { kind: 'malformed'; thought: string; kept: string; problem: string };

/** How calls of tools travel between the agent and a model (S4-29/30, Decision). */
export type Protocol = {
  /** What one model call is made of, S4-01's order kept. */
  request(
    prompt: Prompt,
    tools: readonly OfferedTool[],
  ): Omit<ChatRequest, 'profileId' | 'projectId' | 'isStillOpen'>;
  read(answer: Pick<ChatAnswer, 'text' | 'calls' | 'finish'>): ParsedAnswer;
};
