/** How much is to be written before the desk comes back (W3). */
import { useState } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useCounts } from '#renderer/app/counts.ts';
import { goalOfToday } from '#renderer/app/goal-of-today.ts';
import { goalsStore } from '#renderer/app/goals.ts';
import { type LockInAim, lockIn } from '#renderer/app/lock-in.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Button, Dialog, Segmented, TextField } from '#renderer/ui/index.ts';
import { fillScreen } from './fill-screen.ts';
import { readAmount } from './read-amount.ts';

type Kind = LockInAim['kind'];

const defaultAmount: Record<Kind, number> = { words: 500, minutes: 25 };

/** Words up to today's goal, where one is set and not reached. */
function useLeftToday(): number | null {
  const goal = goalsStore(({ goals }) => goalOfToday(goals));
  const today = useCounts((counts) => counts.todayAddedUp);
  return goal !== null && goal > today ? goal - today : null;
}

function LockInForm() {
  const { t } = useWords();
  const leftToday = useLeftToday();
  const [kind, setKind] = useState<Kind>('words');
  const [texts, setTexts] = useState<Record<Kind, string>>({
    words: String(leftToday ?? defaultAmount.words),
    minutes: String(defaultAmount.minutes),
  });
  const [fills, setFills] = useState(true);
  const [onlyForward, setOnlyForward] = useState(false);
  const amount = readAmount(kind, texts[kind]);
  const enter = (): void => {
    if (amount === null) return;
    lockIn({ kind, amount }, onlyForward);
    // A key or the pointer must have asked for it: before the dialog has gone.
    if (fills) void fillScreen().then(focusPage);
    else requestAnimationFrame(focusPage);
  };
  return (
    <form
      className="lock-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        enter();
      }}
    >
      <p className="lock-in-lead">{t('lock-in:lead')}</p>
      <Segmented<Kind>
        label={t('lock-in:until')}
        showLabel
        value={kind}
        choices={(['words', 'minutes'] as const).map((id) => ({
          id,
          label: t(`lock-in:kinds.${id}`),
        }))}
        onChange={setKind}
      />
      <TextField
        label={t(`lock-in:amount.${kind}`)}
        hideLabel
        autoFocus
        inputMode="numeric"
        value={texts[kind]}
        onChange={(text) => setTexts({ ...texts, [kind]: text })}
        suffix={
          <span className="ui-quiet">
            {kind === 'words' && amount !== null && amount === leftToday
              ? t('lock-in:unit.today')
              : t(`lock-in:unit.${kind}`)}
          </span>
        }
        error={amount === null ? t(`lock-in:wrong.${kind}`) : undefined}
      />
      <Checkbox isSelected={fills} onChange={setFills}>
        {t('lock-in:fill')}
      </Checkbox>
      <Checkbox isSelected={onlyForward} onChange={setOnlyForward}>
        {t('lock-in:onlyForward')}
      </Checkbox>
      <p className="ui-field-hint">{t('lock-in:rules')}</p>
      <Button type="submit" variant="primary" isDisabled={amount === null}>
        {t('lock-in:enter')}
      </Button>
    </form>
  );
}

export function LockInDialog() {
  const { t } = useWords();
  const isOpen = useDialogs((dialogs) => dialogs.open === 'lockIn');
  return (
    <Dialog
      title={t('lock-in:title')}
      closeLabel={t('app:actions.close')}
      size="small"
      isOpen={isOpen}
      onClose={closeDialog}
    >
      {isOpen && <LockInForm />}
    </Dialog>
  );
}
