/** What the writer means to write: by day, by chapter and in all (W3). */
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { readGoal } from '#renderer/app/word-goal.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Button, Segmented, TextField } from '#renderer/ui/index.ts';
import { useTyped } from '#renderer/ui/use-typed.ts';
import type { Counting, GoalsReached } from '#shared/domain/days.ts';
import { noonOf } from '#shared/calendar-day.ts';
import type { GoalsChange } from './change-goals.ts';

type Update = (change: GoalsChange) => void;
type GoalName = 'perDay' | 'perChapter' | 'perBook';

function GoalField({
  name,
  goal,
  update,
}: {
  name: GoalName;
  goal: number | null;
  update: Update;
}) {
  const { t } = useWords();
  const { field, isWrong } = useTyped({
    ...{ value: goal, shown: goal === null ? '' : String(goal), read: readGoal },
    onChange: (meant) => update({ [name]: meant }),
  });
  return (
    <TextField
      {...field}
      label={t(`days:goals.${name}`)}
      inputMode="numeric"
      placeholder={t('days:goals.none')}
      suffix={<span className="ui-quiet">{t('days:goals.unit')}</span>}
      error={isWrong ? t('days:goals.wrong') : undefined}
    />
  );
}

/** 1 November 2026 is a Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({
  weekday,
  day: `2026-11-0${weekday + 1}`,
}));

/** Of the goals as they are then: two days may be chosen before the first answer. */
const withRestDay =
  (weekday: number, rests: boolean): GoalsChange =>
  ({ restDays }) => {
    const others = restDays.filter((one) => one !== weekday);
    return { restDays: rests ? [...others, weekday].toSorted() : others };
  };

function RestDays({ restDays, update }: { restDays: readonly number[]; update: Update }) {
  const { t, language } = useWords();
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <fieldset className="days-rest">
      <legend className="ui-field-label">{t('days:goals.restDays')}</legend>
      {weekdays.map(({ weekday, day }) => {
        const rests = restDays.includes(weekday);
        return (
          <Checkbox
            key={weekday}
            isSelected={rests}
            isDisabled={!rests && restDays.length === 6}
            onChange={(selected) => update(withRestDay(weekday, selected))}
          >
            {name.format(noonOf(day))}
          </Checkbox>
        );
      })}
    </fieldset>
  );
}

function LockInButton() {
  const { t } = useWords();
  const isReading = useSession(({ project }) => project?.readOnly === true);
  const hasPage = useSession(({ documentId }) => documentId !== null);
  return (
    <Button isDisabled={isReading || !hasPage} onPress={() => openDialog('lockIn')}>
      {t('days:goals.lockIn')}
    </Button>
  );
}

export function GoalsForm({ goals, update }: { goals: GoalsReached; update: Update }) {
  const { t } = useWords();
  return (
    <section className="days-goals" aria-label={t('days:goals.title')}>
      <h3 className="days-heading">{t('days:goals.title')}</h3>
      {(['perDay', 'perChapter', 'perBook'] as const).map((name) => (
        <GoalField key={name} name={name} goal={goals[name]} update={update} />
      ))}
      <Segmented<Counting>
        label={t('days:goals.counting')}
        showLabel
        value={goals.counting}
        choices={[
          { id: 'net', label: t('days:goals.net') },
          { id: 'written', label: t('days:goals.written') },
        ]}
        onChange={(counting) => update({ counting })}
      />
      <RestDays restDays={goals.restDays} update={update} />
      <p className="ui-field-hint">{t('days:goals.rules')}</p>
      <LockInButton />
    </section>
  );
}
