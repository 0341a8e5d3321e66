/** The days of writing: today and the goal, a year, the hours, the chapters (W3). */
import { useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useBookWords, useCounts } from '#renderer/app/counts.ts';
import { goalOfToday } from '#renderer/app/goal-of-today.ts';
import { goalsStore } from '#renderer/app/goals.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Dialog, Loaded } from '#renderer/ui/index.ts';
import { type DayOfWriting, type GoalsReached, wasWrittenIn } from '#shared/domain/days.ts';
import { type GoalsChange, useGoalsChange } from './change-goals.ts';
import { Chapters } from './chapters.tsx';
import { type Pace, paceOf } from './pace.ts';
import { TodayPicture } from './today-picture.tsx';
import { GoalsForm } from './goals-form.tsx';
import { HourPicture } from './hour-picture.tsx';
import { ProgressLine } from './progress.tsx';
import {
  countWorkdays,
  daysOfMonth,
  daysOfWeek,
  firstDayShown,
  fullShade,
  wordsSince,
  yearCells,
} from './year.ts';
import { YearPicture } from './year-picture.tsx';
import './days.css';

/** The log follows the goals: both change with what is written. */
function useLog(projectId: string, goals: GoalsReached | null) {
  const [days, setDays] = useState<DayOfWriting[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const day = goals?.day;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when something was written, or by hand
  useEffect(() => {
    if (day === undefined) return undefined;
    let wanted = true;
    call('goals:log', { projectId, since: firstDayShown(day) })
      .then(({ items }) => {
        if (!wanted) return;
        setDays(items);
        setFailure(null);
      })
      .catch((error: unknown) => wanted && setFailure(error));
    return () => {
      wanted = false;
    };
  }, [projectId, goals, attempt, day]);
  return { days, failure, setFailure, retry: () => setAttempt((count) => count + 1) };
}

/** What was cut and not yet written again is left, too. */
const leftOf = (goals: GoalsReached): number => {
  const goal = goalOfToday(goals);
  return goal === null ? 0 : goal - goals.todayAddedUp;
};

function Today({ goals, pace }: { goals: GoalsReached; pace: Pace | null }) {
  const { t } = useWords();
  const { perDay, today, streak, longestStreak } = goals;
  const goal = goalOfToday(goals);
  const left = leftOf(goals);
  const sentence = () => {
    const count = 0 - goals.todayAddedUp;
    if (count > 0 && goal !== null) return t('days:today.cutLeft', { count, goal, left });
    if (count > 0) return t('days:today.cut', { count });
    if (goal !== null && left > 0) return t('days:today.left', { count: today, goal, left });
    if (goal !== null) return t('days:today.reached', { count: today, goal });
    return t(perDay === null ? 'days:today.noGoal' : 'days:today.rest', { count: today });
  };
  return (
    <header>
      <p className="days-lead">{sentence()}</p>
      {pace !== null && (
        <p className="days-pace">
          {pace.minutesLeft === null
            ? t('days:pace.speed', { count: pace.perHour })
            : t('days:pace.left', { speed: pace.perHour, count: pace.minutesLeft })}
        </p>
      )}
      <p className="days-runs ui-quiet">
        {longestStreak.days === 0 ? (
          <span>{t('days:none')}</span>
        ) : (
          <>
            <span>{t('days:streak', { count: streak })}</span>
            <span>{t('days:longest', { count: longestStreak.days })}</span>
          </>
        )}
      </p>
    </header>
  );
}

function Spans({ goals, days: log }: { goals: GoalsReached; days: readonly DayOfWriting[] }) {
  const { t } = useWords();
  const { day: today, perDay, restDays } = goals;
  const book = useBookWords();
  const goalFor = (days: readonly string[]): number | null =>
    perDay === null ? null : perDay * countWorkdays(days, restDays);
  const spans = [
    { id: 'today', words: goals.today, goal: goalOfToday(goals) },
    {
      id: 'week',
      words: wordsSince(log, daysOfWeek(today)[0] ?? today),
      goal: goalFor(daysOfWeek(today)),
    },
    {
      id: 'month',
      words: wordsSince(log, daysOfMonth(today)[0] ?? today),
      goal: goalFor(daysOfMonth(today)),
    },
    { id: 'book', words: book, goal: goals.perBook },
  ] as const;
  const largest = Math.max(...spans.map(({ words }) => words));
  return (
    <dl className="days-lines">
      {spans.map(({ id, words, goal }) => (
        <ProgressLine
          key={id}
          label={t(`days:spans.${id}`)}
          words={words}
          goal={goal}
          full={goal === null ? largest : Math.max(goal, words)}
        />
      ))}
    </dl>
  );
}

type DaysProps = {
  goals: GoalsReached;
  days: readonly DayOfWriting[];
  update: (change: GoalsChange) => void;
};

function DaysBody({ goals, days, update }: DaysProps) {
  const { t } = useWords();
  const pace = useCounts(useShallow((written) => paceOf(written, goals.counting, leftOf(goals))));
  const written = days.find(({ day }) => day === goals.day);
  const cells = yearCells(days, goals.day, fullShade(days, goals.perDay));
  const year = days.reduce((sum, { counted }) => sum + counted, 0);
  const writingDays = days.filter(wasWrittenIn).length;
  const apart = (kind: 'pasted' | 'accepted' | 'imported') =>
    days.reduce((sum, day) => sum + day[kind], 0);
  return (
    <div className="days">
      <div className="days-main">
        <Today goals={goals} pace={pace} />
        <div className="days-now">
          <Spans goals={goals} days={days} />
          {goals.today > 0 && (
            <TodayPicture
              goals={goals}
              hours={written?.hours ?? []}
              minutesLeft={pace?.minutesLeft ?? null}
            />
          )}
        </div>
        <section>
          <h3 className="days-heading">{t('days:yearSum', { count: writingDays, words: year })}</h3>
          <p className="ui-quiet days-hint">
            {t('days:apart', {
              pasted: apart('pasted'),
              accepted: apart('accepted'),
              imported: apart('imported'),
            })}
          </p>
          <YearPicture cells={cells} />
        </section>
        <HourPicture days={days} today={goals.day} />
        <Chapters perChapter={goals.perChapter} days={days} today={goals.day} />
      </div>
      <GoalsForm goals={goals} update={update} />
    </div>
  );
}

function LoadedDays({ projectId }: { projectId: string }) {
  const { goals } = goalsStore();
  const { days, failure, setFailure, retry } = useLog(projectId, goals);
  const update = useGoalsChange(projectId, goals, setFailure);
  return (
    <Loaded
      value={goals === null || days === null ? null : { goals, days }}
      failure={failure}
      onRetry={retry}
    >
      {(value) => <DaysBody {...value} update={update} />}
    </Loaded>
  );
}

export function DaysDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'days');
  const projectId = useSession((session) => session.project?.projectId);
  if (projectId === undefined) return null;
  return (
    <Dialog
      size="wide"
      title={t('days:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <LoadedDays key={projectId} projectId={projectId} />}
    </Dialog>
  );
}
