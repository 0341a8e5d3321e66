import { Plus } from 'lucide-react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useBookWords } from '#renderer/app/counts.ts';
import { useSession } from '#renderer/app/session.ts';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { ProposedChapters } from '#renderer/features/candidates/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, IconButton } from '#renderer/ui/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { createChapter } from './actions.ts';
import './binder.css';
import { BinderTree } from './binder-tree.tsx';
import { Problems } from './problems.tsx';
import { WholeBook } from './whole-book.tsx';

function useCreate(): () => void {
  const { t } = useWords();
  return () => {
    createChapter(t).catch(reportFailure);
  };
}

function Chapters({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const create = useCreate();
  if (project.documents.length === 0) {
    return (
      <EmptyState
        title={t('binder:empty.title')}
        text={t('binder:empty.text')}
        action={<Button onPress={create}>{t('binder:empty.action')}</Button>}
      />
    );
  }
  return <BinderTree project={project} />;
}

function BinderFoot() {
  const { t } = useWords();
  const total = useBookWords();
  return (
    <div className="binder-foot">
      <span>{t('binder:total')}</span>
      <span>{t('binder:words', { count: total })}</span>
    </div>
  );
}

/** The left column: the novel, its chapters by folder with true counts, the codex, the total. */
export function Binder() {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  const create = useCreate();
  const shortcut = useShortcut('chapter.new');
  if (project === null) return null;
  return (
    <nav className="binder" aria-label={t('binder:label')}>
      <div className="binder-head">
        <h2 className="binder-name" lang={project.language} title={project.path}>
          {project.name}
        </h2>
        {!project.readOnly && (
          <IconButton
            icon={Plus}
            label={t('binder:newChapter')}
            shortcut={shortcut}
            onPress={create}
          />
        )}
      </div>
      <Chapters project={project} />
      <ProposedChapters />
      <WholeBook />
      <Problems />
      <BinderFoot />
    </nav>
  );
}
