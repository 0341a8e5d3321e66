/** What the import is busy with, how far it is, and its cancel. */
import { useWords } from '#renderer/i18n/index.ts';
import { Progress } from '#renderer/ui/index.ts';
import { FileStep } from '#shared/domain/task-step.ts';
import { useImport } from './store.ts';

export function ImportProgress() {
  const { t } = useWords();
  const { busy, task } = useImport();
  if (busy === null) return null;
  if (task === null) return <p className="ui-quiet">{t(`import:busy.${busy}`)}</p>;
  const { done, total, cancel } = task;
  const step = FileStep.safeParse(task.step).data ?? null;
  const label =
    step === null || total === 0
      ? t(`import:busy.${step ?? busy}`)
      : t(`import:progress.${step}`, { done: done + 1, count: total });
  return (
    <Progress
      label={label}
      value={done}
      total={total}
      {...(cancel === null ? {} : { cancelLabel: t('app:actions.cancel'), onCancel: cancel })}
    />
  );
}
