/** Makes the room: the days of writing and the goals set for them (W3). */
import type { Database } from 'better-sqlite3';
import { maxDays } from '#shared/contract/goals.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { clockOfDay, endOfDay } from '#shared/calendar-day.ts';
import { countedWords, noGoals, wasWrittenIn } from '#shared/domain/days.ts';
import { givenFields } from '#shared/given-fields.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { measureStreaks, momentOf } from './calendar.ts';
import { createExpectedWords } from './expected-words.ts';
import { noHourWords, wordsOf } from './words-of.ts';
import type { DaysService, ExpectedWords } from './service.ts';
import { createDaysStore } from './store.ts';
import { sumDays } from './sum-days.ts';

const nothingExpected: ExpectedWords = { settle: () => undefined, drop: () => undefined };

const firstDay = '0000-00-00';

/** Days that a wrong clock wrote into the log ahead of time count once they have come. */
const notAfter = <Row extends { day: string }>(today: string, rows: readonly Row[]): Row[] =>
  rows.filter(({ day }) => day <= today);

export const createDays = ({
  database,
  clock,
  events,
  logger,
  chaptersOf,
}: {
  database: Database;
  clock: Clock;
  events: EventSink;
  logger: Logger;
  /** The chapters as they stand. PROJECT_NOT_FOUND, PROJECT_CLOSED. */
  chaptersOf(projectId: string): readonly { wordCount: number }[];
}): DaysService => {
  const store = createDaysStore(database);
  const tell = (projectId: string): void => events.emit('goals:changed', { projectId });
  const expected = createExpectedWords({ store, logger, tell });
  const goalsOf = (projectId: string) => store.readGoals(projectId) ?? noGoals;
  const goals: DaysService['goals'] = (projectId) => {
    const book = chaptersOf(projectId).reduce((sum, { wordCount }) => sum + wordCount, 0);
    const set = goalsOf(projectId);
    const now = clock.now();
    const { day: today } = momentOf(now);
    const sums = notAfter(today, store.listSums(projectId));
    const sumOfToday = sums.find(({ day }) => day === today) ?? { written: 0, removed: 0 };
    const todayAddedUp = countedWords(sumOfToday, set.counting);
    const written = new Set(sums.filter(wasWrittenIn).map(({ day }) => day));
    return {
      ...set,
      day: today,
      dayEnds: endOfDay(new Date(now)),
      clock: clockOfDay(new Date(now)),
      today: Math.max(0, todayAddedUp),
      todayAddedUp,
      book,
      ...measureStreaks(written, today, set.restDays),
    };
  };
  return {
    recordImported(projectId, chapters) {
      const moment = momentOf(clock.now());
      database.transaction(() => {
        for (const { documentId, wordCount } of chapters) {
          store.add(projectId, documentId, moment, { ...noHourWords, imported: wordCount });
        }
      })();
      tell(projectId);
    },
    expect(change, version) {
      const { projectId, documentId } = change;
      const words = wordsOf(change);
      if (Object.values(words).every((count) => count === 0)) return nothingExpected;
      return expected.expect(
        { projectId, documentId, words, moment: momentOf(clock.now()) },
        version,
      );
    },
    recover: expected.recover,
    goals,
    updateGoals({ projectId, ...change }) {
      store.writeGoals(projectId, { ...goalsOf(projectId), ...givenFields(change) });
      events.emit('goals:changed', { projectId });
      events.emit('project:settled', { projectId });
      return goals(projectId);
    },
    log: ({ projectId, since = firstDay, limit = maxDays }) => {
      const rows = notAfter(momentOf(clock.now()).day, store.list(projectId, since));
      const days = sumDays(rows, goalsOf(projectId).counting);
      return { items: limit === 0 ? [] : days.slice(-limit) };
    },
    bookPart: {
      read: store.readGoals,
      write: store.writeGoals,
      tell,
    },
    forgetProject: store.forget,
  };
};
