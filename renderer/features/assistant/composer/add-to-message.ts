import { showAssistant } from '#renderer/app/assistant-mode.ts';
import { closeList } from '../conversations/view.ts';
import { askForComposer, type QuotedNote, useComposer } from './store.ts';

/** Adds a note to what is being said, behind what is there, and shows it: nothing is sent before the writer sends it. */
export function addToMessage(note: QuotedNote): void {
  closeList();
  showAssistant('chat');
  useComposer.getState().quote(note);
  askForComposer();
}
