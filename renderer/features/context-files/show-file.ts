import { useLayout } from '#renderer/app/layout.ts';
import { useFiles } from './store.ts';

/** Opens the Files panel on a conversation's files, with one of them open. */
export function showFile(conversationId: string, id: string | null): void {
  const chosen = useFiles.getState().choose(conversationId, id);
  useLayout.getState().showPanel('context-files');
  void chosen;
}
