/** Each chapter: how long it is, and on which of the last sixty days it was written in (W3). */
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { DayOfWriting } from '#shared/domain/days.ts';
import { ProgressLine } from './progress.tsx';
import { shownDays, writingDaysOf } from './chapter-days.ts';

const step = 2;

function Ticks({ days }: { days: readonly number[] }) {
  return (
    <svg
      className="days-ticks"
      viewBox={`0 0 ${shownDays * step} 10`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <line x1={0} x2={shownDays * step} y1={9.5} y2={9.5} />
      {days.map((ago) => (
        <rect key={ago} x={(shownDays - 1 - ago) * step} y={1} width={step - 0.6} height={8} />
      ))}
    </svg>
  );
}

export function Chapters({
  perChapter,
  days,
  today,
}: {
  perChapter: number | null;
  days: readonly DayOfWriting[];
  today: string;
}) {
  const { t } = useWords();
  const documents = useSession((session) => session.project?.documents ?? []);
  const goals = documents.map(({ wordGoal }) => wordGoal ?? perChapter);
  const full = Math.max(
    ...goals.map((goal) => goal ?? 0),
    ...documents.map(({ wordCount }) => wordCount),
  );
  const written = writingDaysOf(days, today);
  return (
    <section>
      <h3 className="days-heading">{t('days:chapters')}</h3>
      <p className="ui-quiet days-hint">
        {goals.every((goal) => goal === null) ? t('days:ticks') : t('days:ticksAndGoal')}
      </p>
      <dl className="days-lines days-chapters">
        {documents.map(({ documentId, title, wordCount }, at) => {
          const own = written.get(documentId) ?? [];
          return (
            <ProgressLine
              key={documentId}
              label={title}
              words={wordCount}
              goal={goals[at] ?? null}
              full={full}
            >
              <Ticks days={own} />
              <span className="days-figure ui-quiet">
                {t('days:writingDays', { count: own.length })}
              </span>
            </ProgressLine>
          );
        })}
      </dl>
    </section>
  );
}
