/** Calls of tools as text, for any model. */
import type { BuildContext } from '#main/assistant/conversation/service.ts';
import type { ChatMessage } from '#main/ai/runs/service.ts';
import type { Protocol, ParsedAnswer } from './protocol.ts';
import { readReact } from './read-react.ts';

/** What only Fabula writes: a model that comes so far goes on with observations of its own making. */
const stop = ['\nObservation:', '\n观察：', '\n[tool]', '\n[user]'];

const cutOff = ' Your answer reached the limit of one answer; write less at once.';

/**
 * Calls as text every model can write (S4-29, S4-30): the conversation is one text, and what the model answers is
 * read by {@link readReact}. The tools stand in the system text.
 */
export const reactProtocol = (build: BuildContext): Protocol => ({
  request({ system, projectInstructions, history, scratchpad, question, recap }) {
    const current = build([], scratchpad, question, recap);
    // History stays what it is through the turn, so that a provider may cache it.
    const settled = build(history, scratchpad, question, recap).slice(0, -current.length).trimEnd();
    const messages: ChatMessage[] = [settled, current]
      .filter((text) => text !== '')
      .map((text) => ({ role: 'user', text }));
    return {
      system: [system, projectInstructions],
      messages,
      settled: messages.length - 1,
      tools: [],
      stop,
    };
  },
  read({ text, finish }): ParsedAnswer {
    const reading = readReact(text);
    return finish === 'length' && reading.kind === 'malformed'
      ? { ...reading, problem: reading.problem + cutOff }
      : reading;
  },
});
