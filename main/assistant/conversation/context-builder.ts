/** A conversation as one text, for models without a protocol for tools. */
import type { BuildContext, PromptItem } from './service.ts';

const namesAction = /^\s*Action\s*[:：]/m;

/** The last step of a round in the words of the text protocol (S4-04). */
const finishText = (thought: string, text: string): string =>
  `${thought === '' ? '' : `Thought: ${thought}\n`}Action: Finish[${text}]`;

/** A step in the words of the text protocol (S4-04), whichever it was said in. */
export const stepText = ({
  text,
  thought,
  calls,
}: Pick<Extract<PromptItem, { kind: 'step' }>, 'text' | 'thought' | 'calls'>): string => {
  // What was called in the provider's own protocol has no words of its own.
  if (calls.length === 0 || namesAction.test(text)) return text;
  const said = thought.trim() || text.trim();
  const actions = calls.map(
    ({ toolName, input }) => `Action: ${toolName}[${JSON.stringify(input)}]`,
  );
  return [...(said === '' ? [] : [`Thought: ${said}`]), ...actions].join('\n');
};

/** One message in the text form of history (S4-04): `[user] …`, `[assistant] …`, `[tool] {…}`; summaries as they are. */
export const renderItem = (item: PromptItem): string => {
  switch (item.kind) {
    case 'summary':
      return item.text;
    case 'question':
      return `[user] ${item.text}`;
    case 'step':
      return `[assistant] ${stepText(item)}`;
    case 'result':
      return `[tool] ${item.text}`;
    case 'finish':
      return `[assistant] ${finishText(item.thought, item.text)}`;
  }
};

/**
 * The conversation as one text, for models that have no protocol for tools (S4-29, S4-30), in the order of S4-01:
 * history, this turn's question, what the turn did so far, the list of things to do.
 */
export const buildContext: BuildContext = (history, scratchpad, question, recap = '') =>
  [
    ...history.map(renderItem),
    renderItem(question),
    ...scratchpad.map(renderItem),
    ...(recap === '' ? [] : [recap]),
  ].join('\n\n');
