/** How far a backup, a check, a restore or a bundle is, with its cancel. */
import type { TaskState } from '#renderer/app/long-task.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Progress } from '#renderer/ui/index.ts';

export function TaskProgress({ state }: { state: TaskState | null }) {
  const { t } = useWords();
  if (state === null) return null;
  const { step, done, total, cancel } = state;
  const label =
    step === 'packing' || step === 'unpacking'
      ? t(`backups:steps.${step}`, { done: done + 1, count: total })
      : t(step === 'opening' ? 'backups:steps.opening' : 'backups:steps.waiting');
  return (
    <Progress
      label={label}
      value={done}
      total={total}
      {...(cancel === null ? {} : { cancelLabel: t('app:actions.cancel'), onCancel: cancel })}
    />
  );
}
