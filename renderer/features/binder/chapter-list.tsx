import type { KeyboardEvent } from 'react';
import { GridList, useDragAndDrop } from 'react-aria-components';
import { focusPage } from '#renderer/app/page-focus.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { moveChapter, shiftChapter } from './actions.ts';
import { ChapterRow } from './chapter-row.tsx';
import { placeAfterMove } from './groups.ts';

const dragType = 'application/x-fabula-chapter';

const allDocuments = () => useSession.getState().project?.documents ?? [];

function move(documentId: string, targetId: string, position: 'before' | 'after' | 'on'): void {
  const toIndex = placeAfterMove(allDocuments(), documentId, targetId, position);
  moveChapter(documentId, toIndex).catch(reportFailure);
}

/** Dragging works between all folders of the binder, by mouse and (Enter on the grip, arrows, Enter) by keyboard. */
function useChapterDragging(readOnly: boolean) {
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: readOnly,
    getItems: (keys) => [...keys].map((key) => ({ [dragType]: String(key) })),
    acceptedDragTypes: [dragType],
    getDropOperation: () => 'move',
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      if (key !== undefined) move(String(key), String(target.key), target.dropPosition);
    },
    onInsert: ({ items, target }) => {
      const [item] = items;
      if (item?.kind !== 'text') return;
      item
        .getText(dragType)
        .then((documentId) => move(documentId, String(target.key), target.dropPosition))
        .catch(reportFailure);
    },
  });
  return dragAndDropHooks;
}

type ChapterListProps = { label: string; documents: readonly DocumentInfo[] };

/** The chapters of one folder. Alt ↑ and Alt ↓ move the one under the focus. */
export function ChapterList({ label, documents }: ChapterListProps) {
  const documentId = useSession((session) => session.documentId);
  const readOnly = useSession((session) => session.project?.readOnly ?? false);
  const openDocument = useSession((session) => session.openDocument);
  const dragAndDropHooks = useChapterDragging(readOnly);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || readOnly) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    const row = event.target instanceof HTMLElement ? event.target.closest('[role="row"]') : null;
    const key = row?.getAttribute('data-key');
    if (key === null || key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    shiftChapter(key, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      <GridList
        aria-label={label}
        className="ui-list binder-list"
        items={documents.map((document) => ({ ...document, id: document.documentId }))}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={documentId === null ? [] : [documentId]}
        onSelectionChange={(keys) => {
          const key = keys === 'all' ? undefined : [...keys][0];
          if (key !== undefined && String(key) !== documentId) openDocument(String(key));
        }}
        onAction={focusPage}
        dragAndDropHooks={dragAndDropHooks}
      >
        {(document) => <ChapterRow document={document} />}
      </GridList>
    </div>
  );
}
