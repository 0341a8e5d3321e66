/** The book as cards: a chapter each, moved by hand or by keys, its synopsis written on it. */
import { type KeyboardEvent, memo, useMemo, useRef } from 'react';
import { volumeName } from '#renderer/app/group-name.ts';
import { openScene, useScenes } from '#renderer/app/scenes.ts';
import { sceneItems } from '#renderer/app/scene-items.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { GridRows, useRowsOnScreen } from '#renderer/ui/index.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { AddCard, focusAddCard } from './add-card.tsx';
import { useSum } from './book-sum.ts';
import { Card } from './chapter-card.tsx';
import { LiftedPlace } from './lifted-place.tsx';
import { pickUp, pressWhileLifted, useLift, useLiftGrid } from './lift-store.ts';
import {
  type BoardRow,
  cardRows,
  neighbourOf,
  rowInSight,
  type VolumeRow,
  withAddCards,
} from './rows.ts';
import type { ShownChapter } from './lift.ts';
import { SceneCard } from './scene-card.tsx';
import { sceneOf, toggleScenes } from './scenes.ts';
import { shiftCell } from './shift-cell.ts';
import { type Cell, editCell, focusCell, useStructure } from './store.ts';
import { useCellFocus } from './use-cell-focus.ts';

/** No card is narrower, px. */
const minCardWidth = 228;
const maxColumns = 4;

const columnsIn = (width: number): number =>
  Math.max(1, Math.min(maxColumns, Math.floor(width / minCardWidth)));

/** From one scene of a tray to another, or back to the card of its chapter. */
function stepInTray({ documentId, field, scene = 0 }: Cell, step: number): Cell {
  const last = sceneItems(useScenes.getState(), documentId).length - 1;
  const to = scene + step;
  if (to < 0) return { documentId, field };
  return { documentId, field, scene: Math.min(last, to) };
}

/** Where an arrow leads: below a card with its scenes shown stands the first of them, below the last the next chapter. */
function cardAfter(documents: readonly DocumentInfo[], cell: Cell, step: number): Cell {
  const { documentId, field, scene } = cell;
  const { scenes, open } = useScenes.getState();
  const hasTray = open.has(documentId) && scenes.has(documentId);
  const isDown = step > 1 && Number.isFinite(step);
  if (scene === undefined && hasTray && isDown) return { documentId, field, scene: 0 };
  const count = sceneItems(useScenes.getState(), documentId).length;
  const isLast = scene !== undefined && scene + step >= count;
  if (scene !== undefined && Number.isFinite(step) && !(isDown && isLast)) {
    return stepInTray(cell, step);
  }
  return { documentId: neighbourOf(documents, documentId, step), field };
}

/** Arrows move the focus, Alt with an arrow the card of a chapter or a scene; Space picks it up, F2 writes, Enter opens the text, with Shift the scenes. */
function useCardKeys(project: ProjectInfo, columns: number) {
  const { t } = useWords();
  const { documents, readOnly } = project;
  const steps: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns },
    ...{ Home: -Infinity, End: Infinity },
  };
  return (event: KeyboardEvent) => {
    const { cell, isEditing } = useStructure.getState();
    if (cell === null || isEditing) return;
    const { documentId } = cell;
    const { key, shiftKey } = event;
    const step = steps[key];
    const scene = sceneOf(cell)?.scene;
    const act = (): boolean => {
      if (event.ctrlKey || event.metaKey) return false;
      if (event.altKey) return step !== undefined && shiftCell(t, cell, step);
      const isOnward = key === 'ArrowRight' && cell.scene === undefined;
      if (isOnward && focusAddCard(event.currentTarget, documentId)) return true;
      if (step !== undefined) focusCell(cardAfter(documents, cell, step));
      else if (key === ' ') pickUp(t, cell);
      else if (key === 'F2' && !readOnly) editCell({ ...cell, field: 'synopsis' });
      else if (key !== 'Enter') return false;
      else if (shiftKey) toggleScenes(documentId);
      else if (scene) openScene(documentId, scene);
      else useSession.getState().openDocument(documentId);
      return true;
    };
    if (!pressWhileLifted(t, event, step) && !act()) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function VolumeHead({ row }: { row: VolumeRow }) {
  const { t } = useWords();
  const { chapters, words, goal, aimed, aimedWords } = useSum(row.documents);
  const isWhole = goal !== null && aimed === chapters;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a heading of cards
    <div role="gridcell" className="structure-volume">
      <b title={volumeName(t, row.group)}>{volumeName(t, row.group)}</b>
      <span className="structure-sum">
        <span>{t('structure:chapters', { count: chapters })}</span>
        <span>
          {isWhole
            ? t('structure:wordsOfGoal', { words, goal })
            : t('binder:words', { count: words })}
        </span>
        {goal !== null && !isWhole && (
          <span>{t('structure:wordsOfSome', { count: aimed, words: aimedWords, goal })}</span>
        )}
      </span>
    </div>
  );
}

const holds = (row: BoardRow, { documentId, scene }: Cell): boolean => {
  if (row.kind === 'volume') return false;
  if (row.kind === 'cards') {
    const isIt = ({ document, part }: ShownChapter) =>
      part !== 'hole' && document.documentId === documentId;
    return scene === undefined && row.cards.some(isIt);
  }
  return row.scenes.some(
    ({ document, index, part }) =>
      document.documentId === documentId && index === scene && part !== 'hole' && part !== 'text',
  );
};

type RowContentProps = { row: BoardRow; project: ProjectInfo; people: readonly Person[] };

/** A row that was drawn is drawn anew for what is in it, and not for each turn of the wheel. */
const RowContent = memo(function RowContent({ row, project, people }: RowContentProps) {
  if (row.kind === 'volume') return <VolumeHead row={row} />;
  if (row.kind === 'tray') {
    return row.scenes.map((of) =>
      of.part === 'hole' || of.part === 'text' ? (
        <LiftedPlace key={of.part} part={of.part} document={of.document} scene={of} />
      ) : (
        <SceneCard
          key={of.part ?? of.item.scene?.start ?? of.item.facts?.sceneId}
          of={of}
          project={project}
          people={people}
        />
      ),
    );
  }
  return (
    <>
      {row.cards.map(({ document, part }) =>
        part === 'hole' ? (
          <LiftedPlace key="hole" part="hole" document={document} />
        ) : (
          <Card key={document.documentId} {...{ document, project, people, part }} />
        ),
      )}
      {row.addAfter !== undefined && (
        <AddCard documentId={row.addAfter} documents={project.documents} />
      )}
    </>
  );
});

const heights: Record<BoardRow['kind'], number> = { volume: 44, cards: 132, tray: 144 };
const classes: Record<BoardRow['kind'], string> = {
  volume: 'structure-volume-line',
  cards: 'structure-cards',
  tray: 'structure-cards structure-tray',
};

/** The row with the card for a chapter behind that one. */
const addRowOf = (rows: readonly BoardRow[], { documentId }: Cell): number =>
  rows.findIndex((row) => row.kind === 'cards' && row.addAfter === documentId);

/** Only the cards on the screen are drawn, however long the book is. */
export function Corkboard({
  project,
  people,
}: {
  project: ProjectInfo;
  people: readonly Person[];
}) {
  const { t } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = columnsIn(useWidth(scroller, Infinity));
  const scenes = useScenes();
  const lift = useLift((held) => held.lift);
  const rows = useMemo(() => {
    const made = cardRows(project.documents, columns, scenes, lift);
    return project.readOnly ? made : withAddCards(made, columns);
  }, [project.documents, project.readOnly, columns, scenes, lift]);
  const lifting = useLiftGrid();
  const cell = useStructure((structure) => structure.cell);
  const indexOf = (wanted: Cell): number => rows.findIndex((row) => holds(row, wanted));
  const virtualizer = useRowsOnScreen({
    rows,
    scroller,
    keyOf: ({ key }) => key,
    heightOf: ({ kind }) => heights[kind],
    overscan: 4,
    kept: cell === null ? [] : [indexOf(cell), addRowOf(rows, cell)],
  });
  useCellFocus(scroller, rows, {
    isShown: (wanted) => indexOf(wanted) >= 0,
    show(wanted) {
      const index = indexOf(wanted);
      if (index >= 0) virtualizer.scrollToIndex(rowInSight(rows, index), { align: 'auto' });
    },
  });
  const onKeyDown = useCardKeys(project, columns);
  return (
    // biome-ignore lint/a11y/useSemanticElements: cards are placed absolutely inside of it
    <div
      role="grid"
      aria-label={t('structure:corkboard')}
      aria-rowcount={rows.length}
      aria-colcount={columns}
      className="structure-scroller structure-board"
      style={{ '--columns': columns }}
      ref={scroller}
      tabIndex={-1}
      {...lifting}
      onKeyDown={onKeyDown}
    >
      <GridRows
        rows={rows}
        virtualizer={virtualizer}
        above={0}
        attributes={(row) => ({
          className: classes[row.kind],
          ...(row.kind === 'tray' ? { 'data-part': row.part } : {}),
        })}
      >
        {(row) => <RowContent row={row} project={project} people={people} />}
      </GridRows>
    </div>
  );
}
