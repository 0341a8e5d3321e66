import { showAssistant } from '#renderer/app/assistant-mode.ts';
import { closeList } from '../conversations/view.ts';
import { askForComposer, draftKey, emptyDraft, useComposer } from './store.ts';

/** Adds words to what is being said, behind what is there, and shows it: nothing is sent before the writer sends it. */
export function addToMessage(words: string): void {
  const { drafts, setText } = useComposer.getState();
  const { text } = drafts.get(draftKey()) ?? emptyDraft;
  closeList();
  showAssistant('talk');
  setText(`${text.trim() === '' ? '' : `${text.trimEnd()}\n\n`}${words}\n\n`);
  askForComposer();
}
