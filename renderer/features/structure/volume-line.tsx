/** A volume's line in the outline: what its chapters come to. */
import { volumeName } from '#renderer/app/group-name.ts';
import { formatChange, formatCount } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { useSum } from './book-sum.ts';
import type { Column } from './columns.ts';
import { countedStatuses, type Sum } from './goals.ts';
import type { VolumeRow } from './rows.ts';
import { useStructure } from './store.ts';
import { WordsAndBar } from './word-figures.tsx';

/** `定稿 2，二稿 3` */
const statusWords = (t: Translate, sum: Sum): string =>
  countedStatuses(sum)
    .map(({ status, count }) => t(`structure:statusCount.${status}`, { count }))
    .join(t('structure:statusCount.between'));

function VolumeCell({ column, sum, row }: { column: Column; sum: Sum; row: VolumeRow }) {
  const { t, language } = useWords();
  const hasSynopses = useStructure(({ columns }) => columns.includes('synopsis'));
  const { goal, aimed, chapters } = sum;
  const count = t('structure:chapters', { count: chapters });
  if (column === 'title') {
    return (
      <>
        <b>{volumeName(t, row.group)}</b>
        {!hasSynopses && ` ${count}`}
      </>
    );
  }
  if (column === 'synopsis') return count;
  if (column === 'status') {
    const said = statusWords(t, sum);
    return <span title={said}>{said}</span>;
  }
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
  // Nobody tells a volume: what its chapters are stands in that column as well.
  const isWide = shown.includes('status') && shown.includes('pointOfView');
  const cells = shown.filter((column) => !isWide || column !== 'pointOfView');
  return cells.map((column) => (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a heading of rows
    <div
      key={column}
      role="gridcell"
      className="structure-cell"
      data-field={column}
      {...(isWide && column === 'status' ? { 'aria-colspan': 2, 'data-wide': true } : {})}
    >
      <span className="structure-text">
        <VolumeCell column={column} sum={sum} row={row} />
      </span>
    </div>
  ));
}
