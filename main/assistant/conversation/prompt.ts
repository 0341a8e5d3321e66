/** What a prompt consists of. */
import type { Json } from '#shared/errors.ts';

export type ToolCall = { callId: string; toolName: string; input: Json };

/** One message as a prompt has it. */
export type PromptItem =
  | { kind: 'summary'; messageId: string; text: string }
  | { kind: 'question'; messageId: string; text: string }
  /** `text` is what the model wrote, `Thought: …` and `Action: …` in the text protocol. */
  | { kind: 'step'; messageId: string; text: string; thought: string; calls: readonly ToolCall[] }
  /** Of history: compressed JSON. Of the turn under way: the full observation, within the inline limit. */
  | { kind: 'result'; messageId: string; callId: string; toolName: string; text: string }
  | { kind: 'finish'; messageId: string; text: string; thought: string };

/** All that one model call is made of, in its order (S4-01). Every step's calls are followed by their results. */
export type Prompt = {
  /** L1: constant words and the tools. */
  system: string;
  /** L2: `CODE_LAW.md`; '' when there is none. */
  projectInstructions: string;
  /** L3: summaries and earlier rounds. */
  history: readonly PromptItem[];
  /** What the writer said this time, prepared (@files, attachments). */
  question: Extract<PromptItem, { kind: 'question' }>;
  /** The turn under way: its steps with full observations (S4-03). */
  scratchpad: readonly PromptItem[];
  /** The list of things to do, repeated last; '' when there is none. */
  recap: string;
};
