import { useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Dialog, LinkButton } from '#renderer/ui/index.ts';

/** One quiet line when files could not be taken as they are, or only with a doubt, with the details one step away. */
export function Problems() {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const problems = useSession((session) => session.project?.problems ?? noProblems);
  if (problems.length === 0) return null;
  return (
    <div className="binder-problems">
      <LinkButton onPress={() => setOpen(true)}>
        {t('binder:problems.summary', { count: problems.length })}
      </LinkButton>
      <Dialog
        title={t('binder:problems.title')}
        closeLabel={t('app:actions.close')}
        isOpen={open}
        onClose={() => setOpen(false)}
      >
        <p className="ui-lead">{t('binder:problems.lead')}</p>
        <ul className="binder-problem-list">
          {problems.map((problem) => (
            <li key={`${problem.path}:${problem.problem}`}>
              <div>{problem.path}</div>
              <div className="ui-quiet">{t(`binder:problems.${problem.problem}`)}</div>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

const noProblems: never[] = [];
