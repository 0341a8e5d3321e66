import { type Command, useCommands } from '#renderer/app/commands.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import { openChapterSettings } from './store.ts';

/** The chapter whose row has the focus in the binder, else the one on the page. */
function chapterInQuestion(): string | null {
  const session = useSession.getState();
  const row = document.activeElement?.closest('[role="row"]')?.getAttribute('data-key');
  const focused = session.project?.documents.find(({ documentId }) => documentId === row);
  return focused?.documentId ?? openDocumentInfo(session)?.documentId ?? null;
}

const commands: readonly Command[] = [
  {
    id: 'chapter.settings',
    titleKey: 'chapter:command',
    hintKey: 'chapter:commandHint',
    group: 'writing',
    shortcut: 'Shift+F2',
    when: () => useSession.getState().project?.readOnly === false && chapterInQuestion() !== null,
    run: () => {
      const documentId = chapterInQuestion();
      if (documentId !== null) openChapterSettings(documentId);
    },
  },
];

/** Mounted once, by the desk. */
export const useChapterCommands = (): void => useCommands(commands);
