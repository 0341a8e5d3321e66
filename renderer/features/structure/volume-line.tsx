/** A volume's line in the outline: what its chapters come to. It folds them away, and has the keyboard for them then. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { standsForVolume } from '#renderer/app/chapter-meant.ts';
import { volumeName } from '#renderer/app/group-name.ts';
import { formatChange, formatCount } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { useSum } from './book-sum.ts';
import type { Column } from './columns.ts';
import { countedStatuses, type Sum } from './goals.ts';
import type { VolumeRow } from './rows.ts';
import { focusCell, foldVolume, useStructure } from './store.ts';
import { cellId } from './use-cell-focus.ts';
import { WordsAndBar } from './word-figures.tsx';

/** `定稿 2，二稿 3` */
const statusWords = (t: Translate, sum: Sum): string =>
  countedStatuses(sum)
    .map(({ status, count }) => t(`structure:statusCount.${status}`, { count }))
    .join(t('structure:statusCount.between'));

/** Shows or hides the chapters; the keyboard goes to those, or comes from them. */
export function toggleVolume({ group, documents, isFolded }: VolumeRow): void {
  const { cell } = useStructure.getState();
  const first = documents[0]?.documentId;
  const isInside = documents.some(({ documentId }) => documentId === cell?.documentId);
  foldVolume(group, !isFolded);
  if (cell && isInside) focusCell({ ...cell });
  else if (first !== undefined) focusCell({ documentId: first, field: 'title' });
}

function VolumeName({ row }: { row: VolumeRow }) {
  const { t } = useWords();
  const { group, documents, isFolded } = row;
  const cell = useStructure((structure) => structure.cell);
  const isHere = isFolded && documents.some(({ documentId }) => documentId === cell?.documentId);
  const Arrow = isFolded ? ChevronRight : ChevronDown;
  return (
    <button
      type="button"
      className="structure-volume-fold"
      aria-expanded={!isFolded}
      {...standsForVolume(group)}
      tabIndex={isHere ? 0 : -1}
      {...(cell && isHere ? { 'data-cell': cellId(cell) } : {})}
      onClick={() => toggleVolume(row)}
    >
      <span className="structure-fold">
        <Arrow size={13} aria-hidden />
      </span>
      <b title={volumeName(t, group)}>{volumeName(t, group)}</b>
    </button>
  );
}

/**
 * Nobody tells a volume, and it has no synopsis of its own: what states its chapters are in takes one of those columns as
 * well, for it is longer than any chapter's. Null where neither is shown.
 */
const widened = (shown: readonly Column[]): 'status' | 'synopsis' | null => {
  if (!shown.includes('status')) return null;
  if (shown.includes('pointOfView')) return 'status';
  return shown.includes('synopsis') ? 'synopsis' : null;
};
const givenUp = { status: 'pointOfView', synopsis: 'status' } as const;

function States({ sum }: { sum: Sum }) {
  const { t } = useWords();
  const said = statusWords(t, sum);
  return (
    <span className="structure-states" title={said}>
      {said}
    </span>
  );
}

function VolumeCell({ column, sum, row }: { column: Column; sum: Sum; row: VolumeRow }) {
  const { t, language } = useWords();
  const shown = useStructure(({ columns }) => columns);
  const hasSynopses = shown.includes('synopsis');
  const { goal, aimed, chapters } = sum;
  const count = t('structure:chapters', { count: chapters });
  if (column === 'title') {
    return (
      <>
        <VolumeName row={row} />
        {!hasSynopses && <span className="structure-volume-count">{count}</span>}
      </>
    );
  }
  if (column === 'synopsis') {
    return (
      <>
        {count}
        {widened(shown) === 'synopsis' && <States sum={sum} />}
      </>
    );
  }
  if (column === 'status') return <States sum={sum} />;
  if (column === 'words') return <WordsAndBar words={sum.words} goal={goal} of={sum.aimedWords} />;
  if (column === 'changed') {
    return sum.changedAt === null
      ? t('structure:never')
      : formatChange(sum.changedAt, Date.now(), language);
  }
  if (column !== 'wordGoal' || goal === null) return null;
  const isPart = aimed < chapters;
  return (
    <span {...(isPart ? { title: t('structure:goalOfSome', { count: aimed, chapters }) } : {})}>
      {formatCount(goal, language)}
    </span>
  );
}

export function VolumeLine({ row }: { row: VolumeRow }) {
  const shown = useStructure(({ columns }) => columns);
  const sum = useSum(row.documents);
  const wide = widened(shown);
  const cells = shown.filter((column) => wide === null || column !== givenUp[wide]);
  return cells.map((column) => (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a heading of rows
    <div
      key={column}
      role="gridcell"
      className="structure-cell"
      data-field={column}
      {...(column === wide ? { 'aria-colspan': 2, 'data-wide': true } : {})}
    >
      <span className="structure-text">
        <VolumeCell column={column} sum={sum} row={row} />
      </span>
    </div>
  ));
}
