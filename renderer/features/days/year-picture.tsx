/** A year of writing, a square a day. Arrow keys walk over it; the day under the cursor is told in words (W3). */
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { noonOf } from '#shared/calendar-day.ts';
import { type DayCell, monthLabels } from './year.ts';

/** Between squares, and before the first column and row, px. */
const gap = 3;
const left = 28;
const top = 18;
/** Room that the name of a month needs, px. */
const monthWidth = 30;
/** Until it is measured: a day is as large as there is room, the words are as large as all others. */
const widthBefore = 770;

/** How many days a key goes back or on. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -7,
  ArrowRight: 7,
  ArrowUp: -1,
  ArrowDown: 1,
};

type MonthsProps = { cells: readonly DayCell[]; step: number; width: number };

function Months({ cells, step, width }: MonthsProps) {
  const { language } = useWords();
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  return monthLabels(cells, { from: left, step, width, room: monthWidth }).map(
    ({ day, x, isEnd }) => (
      <text key={day} x={x} y={10} className="days-label" textAnchor={isEnd ? 'end' : 'start'}>
        {month.format(noonOf(day))}
      </text>
    ),
  );
}

export function YearPicture({ cells }: { cells: readonly DayCell[] }) {
  const { t, language } = useWords();
  const [chosen, choose] = useState<number | null>(null);
  const at = chosen ?? cells.length - 1;
  const cell = cells[at];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const fullDay = format({ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' });
  const shortDay = format({ weekday: 'narrow' });
  const tell = ({ day, words }: DayCell): string =>
    t('days:day', { day: fullDay.format(noonOf(day)), count: words });
  const told = cell === undefined ? '' : tell(cell);
  const walk = (event: KeyboardEvent) => {
    const days = steps[event.key];
    if (days === undefined) return;
    event.preventDefault();
    const next = at + days;
    if (next >= 0 && next < cells.length) choose(next);
  };
  const weeks = (cells.at(-1)?.week ?? 0) + 1;
  const drawing = useRef<SVGSVGElement>(null);
  const width = useWidth(drawing, widthBefore);
  const step = (width - left) / weeks;
  const height = top + 7 * step;
  return (
    <div className="days-year">
      <div
        className="days-year-scroll"
        tabIndex={0}
        role="slider"
        aria-label={t('days:year')}
        aria-valuemin={0}
        aria-valuemax={cells.length - 1}
        aria-valuenow={at}
        aria-valuetext={told}
        onKeyDown={walk}
        onBlur={() => choose(null)}
      >
        <svg ref={drawing} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
          <Months {...{ cells, step, width }} />
          {cells.slice(0, 7).map(({ day, weekday }) => (
            <text key={day} x={0} y={top + (weekday + 1) * step - gap} className="days-label">
              {weekday % 2 === 0 ? shortDay.format(noonOf(day)) : ''}
            </text>
          ))}
          {cells.map(({ day, week, weekday, shade }, index) => (
            <rect
              key={day}
              x={left + week * step}
              y={top + weekday * step}
              width={step - gap}
              height={step - gap}
              rx={2}
              data-shade={shade}
              data-chosen={index === chosen || undefined}
              className="days-cell"
              onPointerEnter={() => choose(index)}
            />
          ))}
        </svg>
      </div>
      <p className="days-told">{told}</p>
    </div>
  );
}
