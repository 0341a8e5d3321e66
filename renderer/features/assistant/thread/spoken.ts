const finishPattern = /(?:^|\n)\s*Action\s*[:：]\s*Finish\s*\[/i;
const actionPattern = /(?:^|\n)\s*Action\s*[:：]/i;
const thoughtPattern = /^\s*Thought\s*[:：]\s*/i;
const reminderPattern = /\s*<system-reminder>[\s\S]*$/;

/**
 * What a model says in what it writes: an answer without the frame of the text protocol, otherwise its thought.
 * Also of a text that is still coming.
 */
export function spokenWords(text: string): string {
  const finish = finishPattern.exec(text);
  if (finish !== null) {
    return text.slice(finish.index + finish[0].length).replace(/\]\s*$/, '');
  }
  const action = actionPattern.exec(text);
  const said = action === null ? text : text.slice(0, action.index);
  return said.replace(thoughtPattern, '').trimEnd();
}

/** What the writer wrote, without what was added for the model. */
export const writersWords = (content: string): string => content.replace(reminderPattern, '');
