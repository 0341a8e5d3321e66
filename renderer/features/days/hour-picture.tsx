/** How many words an hour has at each time of the day, as columns (W3). */
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { DayOfWriting } from '#shared/domain/days.ts';
import { fastestHours, hourSpeeds } from './hours.ts';

const marks = [0, 6, 12, 18, 24];

export function HourPicture({ days, today }: { days: readonly DayOfWriting[]; today: string }) {
  const { t, language } = useWords();
  const speeds = hourSpeeds(days, today);
  const [first, second] = fastestHours(speeds);
  if (first === undefined) return null;
  const largest = Math.max(...speeds.map(({ words }) => words));
  const words = formatCount(Math.max(first.words, second?.words ?? 0), language);
  return (
    <figure className="days-hours">
      <figcaption>
        <span className="days-heading">
          {second
            ? t('days:bestHours', { hour: first.hour, other: second.hour, words })
            : t('days:bestHour', { hour: first.hour, words })}
        </span>
        <span className="ui-quiet days-hint">{t('days:hours')}</span>
      </figcaption>
      <div className="days-columns" aria-hidden>
        <span className="days-label days-scale">{formatCount(largest, language)}</span>
        {speeds.map(({ hour, words: height, isRegular }) => (
          <span
            key={hour}
            data-regular={isRegular || undefined}
            style={{ height: `${(height / largest) * 100}%` }}
          />
        ))}
      </div>
      <div className="days-hour-labels ui-quiet" aria-hidden>
        {marks.map((hour) => (
          <span key={hour}>{t('days:hour', { hour })}</span>
        ))}
      </div>
    </figure>
  );
}
