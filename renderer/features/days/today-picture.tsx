/** How today went, as a line; the words beside it say the same (W3). */
import { useRef } from 'react';
import { goalOfToday } from '#renderer/app/goal-of-today.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import type { DayOfWriting, GoalsReached } from '#shared/domain/days.ts';
import { clockOf, curveOf, type DayCurve, hourOfDay } from './today.ts';

/** Until it is measured: what is drawn is as wide as its place, so that its words are as large as all others. */
const widthBefore = 420;
const height = 108;
const left = 44;
const right = 8;
const ceiling = 18;
const floor = 88;
/** The time under the line goes on while nothing is written, ms. */
const lookMs = 30_000;
/** Room that the words of an hour need, px. */
const markWidth = 44;

type Scale = { width: number; x(hour: number): number; y(words: number): number };

const scaleOf = ({ from, top }: DayCurve, width: number): Scale => ({
  width,
  x: (hour) => left + ((hour - from) / (24 - from)) * (width - left - right),
  y: (words) => floor - (words / top) * (floor - ceiling),
});

/** The hours that are named: every third, in a small window every sixth. */
function marksOf(from: number, { x }: Scale): number[] {
  const step = x(3) - x(0) < markWidth ? 6 : 3;
  return Array.from({ length: 24 / step + 1 }, (_, at) => at * step).filter((hour) => hour >= from);
}

/** The hours below, and how high the goal is. */
function Axes({ from, goal, scale }: { from: number; goal: number | null; scale: Scale }) {
  const { t, language } = useWords();
  const { width, x, y } = scale;
  const levels = goal === null ? [0] : [0, goal];
  return (
    <g>
      {levels.map((words) => (
        <g key={words}>
          <line
            className={words === 0 ? 'days-curve-floor' : 'days-curve-goal'}
            x1={left}
            x2={width - right}
            y1={y(words)}
            y2={y(words)}
          />
          <text className="days-label" x={left - 6} y={y(words) + 4} textAnchor="end">
            {formatCount(words, language)}
          </text>
        </g>
      ))}
      {marksOf(from, scale).map((hour) => (
        <text
          key={hour}
          className="days-label"
          x={x(hour)}
          y={height - 4}
          textAnchor={hour === 24 ? 'end' : 'middle'}
        >
          {t('days:hour', { hour })}
        </text>
      ))}
    </g>
  );
}

/** Above the point and below it, px from the foot of the words; the words are so high. */
const [above, below] = [-6, 14];
const wordHeight = 10;

/** Where the words of now stand: above, unless there is no room or the line of the goal goes through them. */
const wordsAt = (y: number, goal: number | null): number => {
  const isCrossed = goal !== null && goal <= y + above + 2 && goal >= y + above - wordHeight - 2;
  return y + (y < ceiling + 12 || isCrossed ? below : above);
};

type NowProps = { curve: DayCurve; goal: number | null; scale: Scale; told: string };

/** Where it is now, and where it goes at the present pace. */
function Now({ curve, goal, scale, told }: NowProps) {
  const { points, reached } = curve;
  const now = points.at(-1) ?? { hour: 0, words: 0 };
  const [x, y] = [scale.x(now.hour), scale.y(now.words)];
  // What stands at the right end would be cut off there.
  const isLate = x > scale.width / 2;
  const ahead = reached && { x: scale.x(reached.hour), y: scale.y(reached.words) };
  return (
    <g>
      {ahead && <line className="days-curve-ahead" x1={x} y1={y} x2={ahead.x} y2={ahead.y} />}
      {ahead && <circle className="days-curve-ahead" cx={ahead.x} cy={ahead.y} r={3} />}
      <circle className="days-curve-now" cx={x} cy={y} r={3} />
      <text
        className="days-label days-curve-told"
        x={x + (isLate ? -8 : 8)}
        y={wordsAt(y, goal === null ? null : scale.y(goal))}
        textAnchor={isLate ? 'end' : 'start'}
      >
        {told}
      </text>
    </g>
  );
}

export function TodayPicture({
  goals,
  hours,
  minutesLeft,
}: {
  goals: GoalsReached;
  hours: DayOfWriting['hours'];
  /** For what is left of the goal at the present pace; null where that is not known. */
  minutesLeft: number | null;
}) {
  const { t } = useWords();
  const { today } = goals;
  const goal = goalOfToday(goals);
  const drawing = useRef<SVGSVGElement>(null);
  const width = useWidth(drawing, widthBefore);
  const moment = useNow(Date.now, lookMs);
  const now = hourOfDay(goals, moment);
  const done = minutesLeft === null ? null : hourOfDay(goals, moment + minutesLeft * 60_000);
  const curve = curveOf(hours, { now, today, goal, done });
  const { from, points, reached } = curve;
  const scale = scaleOf(curve, width);
  const { x, y } = scale;
  const line = points.map(({ hour, words }) => `${x(hour).toFixed(1)},${y(words).toFixed(1)}`);
  const told = t('days:curve.now', { time: clockOf(now), count: today });
  const ground = [`${x(from)},${floor}`, ...line, `${x(now)},${floor}`];
  return (
    <figure className="days-today">
      <svg ref={drawing} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <polygon className="days-curve-ground" points={ground.join(' ')} />
        <Axes from={from} goal={goal} scale={scale} />
        <polyline className="days-curve" points={line.join(' ')} />
        <Now {...{ curve, goal, scale, told }} />
      </svg>
      <figcaption className="ui-quiet">
        {reached
          ? t('days:curve.reached', { now: told, time: clockOf(reached.hour) })
          : t('days:curve.alone', { now: told })}
      </figcaption>
    </figure>
  );
}
