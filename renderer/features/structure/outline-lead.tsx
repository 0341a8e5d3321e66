/** What is said of the whole book above its outline: how much there is, how much is wanted, and when it may be done (W3). */
import { goalsStore } from '#renderer/app/goals.ts';
import { formatDate } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { useFinish, useSum } from './book-sum.ts';
import { type BookAim, bookAim } from './goals.ts';
import { BookLead } from './book-lead.tsx';

function FinishWords({ projectId, left }: { projectId: string; left: number }) {
  const { t, language } = useWords();
  const finish = useFinish(projectId, left);
  if (finish === null) return null;
  const day = formatDate(finish.day, Date.now(), language);
  return t('structure:aim.finish', { count: finish.days, day });
}

function useAimWords(words: number, { goal, left, aimed }: BookAim): string {
  const { t } = useWords();
  if (aimed === null) {
    return left > 0
      ? t('structure:aim.left', { words, goal, left })
      : t('structure:aim.reached', { words, goal });
  }
  return left > 0
    ? t('structure:aim.someLeft', { words, goal, left, count: aimed })
    : t('structure:aim.someReached', { words, goal, count: aimed });
}

function AimLead({ aim, words, projectId }: { aim: BookAim; words: number; projectId: string }) {
  const said = useAimWords(words, aim);
  return (
    <p className="ui-lead structure-lead">
      {said}
      {/* The pace is that of the whole book. */}
      {aim.aimed === null && <FinishWords projectId={projectId} left={aim.left} />}
    </p>
  );
}

/** Without a goal, what there is. */
export function OutlineLead({ project }: { project: ProjectInfo }) {
  const perBook = goalsStore(({ goals }) => goals?.perBook ?? null);
  const sum = useSum(project.documents);
  const aim = bookAim(sum, perBook);
  if (aim === null) return <BookLead documents={project.documents} />;
  return <AimLead aim={aim} words={sum.words} projectId={project.projectId} />;
}
