import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { openSettings } from '#renderer/app/dialogs.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useSession } from '#renderer/app/session.ts';
import { showEntityById } from '#renderer/features/codex/index.ts';
import { editConstraint } from '#renderer/features/constraints/index.ts';
import { openThreads } from '#renderer/features/threads/index.ts';
import type { MessageKey } from '#renderer/i18n/index.ts';

/** Where an item stands in the desk: the words of the link to it, and the way there. */
export type ItemSource = { labelKey: MessageKey; open(): void };

const openChapter = ({ documentId, start, end }: AssemblyItem): void => {
  if (documentId === undefined) return;
  const range = start === undefined ? undefined : { start, end: end ?? start };
  useSession.getState().openDocument(documentId, range);
};

const chapterOf = (item: AssemblyItem): ItemSource | null =>
  item.documentId === undefined
    ? null
    : { labelKey: 'inspect:item.open', open: () => openChapter(item) };

/**
 * Where the writer can read and change what an item is made of, sent or left out; null for what is in the request alone. It
 * leads to fenced things too: they are the writer's own.
 */
export const sourceOf = (item: AssemblyItem): ItemSource | null => {
  switch (item.source) {
    case 'constraint':
      return { labelKey: 'inspect:item.constraint', open: () => editConstraint(item.id) };
    case 'knowledge':
      return { labelKey: 'inspect:item.codex', open: () => void showEntityById(item.id) };
    case 'memory':
    case 'episode':
    case 'workingMemory':
      return {
        labelKey: 'inspect:item.memory',
        open: () => useLayout.getState().showPanel('memory'),
      };
    case 'project':
      return { labelKey: 'inspect:item.book', open: () => openSettings('book') };
    case 'retrieval':
    case 'manuscript':
    case 'synopsis':
      return chapterOf(item);
    case 'thread':
      return { labelKey: 'inspect:item.thread', open: () => openThreads(item.id) };
    case 'skill':
    case 'request':
      return null;
  }
};
