import type { ConversationMessage } from '#shared/domain/conversation.ts';

const finishPattern = /(?:^|\n)\s*Action\s*[:：]\s*Finish\s*\[/i;
/**
 * With a tool's name and what opens its input, as far as that has come: writers have lines that begin with the word, too. A short
 * line that is coming behind it may become the one of its input.
 */
const actionPattern =
  /(?:^|\n)\s*Action\s*[:：]\s*`?[\w:./-]*`?\s*(?:$|[[({【（]|\n[^\n]{0,12}$|(?:Action Input|行动输入|动作输入|输入)\s*[:：])/i;
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

/** What an answer says: it is kept without a frame, but for one that broke off, of which all that came is kept. */
export const answerWords = (
  { content, metadata }: Pick<ConversationMessage, 'content' | 'metadata'>,
  original: string | null = null,
): string => {
  const text = original ?? content;
  return metadata.partial === true ? spokenWords(text) : text;
};

/** What the writer wrote, without what was added for the model. */
export const writersWords = (content: string): string => content.replace(reminderPattern, '');
