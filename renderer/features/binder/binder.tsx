import { Plus } from 'lucide-react';
import {
  type BookView,
  closeBookView,
  openBookView,
  useBookView,
} from '#renderer/app/book-view.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useCounts } from '#renderer/app/counts.ts';
import { useSession } from '#renderer/app/session.ts';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, IconButton } from '#renderer/ui/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { createChapter } from './actions.ts';
import './binder.css';
import { BinderTree } from './binder-tree.tsx';
import { Problems } from './problems.tsx';

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

/** The way to the views of the whole book. */
function WholeBook() {
  const { t } = useWords();
  const shown = useBookView(({ view }) => view);
  const entries: readonly { view: BookView; label: string; isOpen: boolean }[] = [
    {
      view: 'corkboard',
      label: t('structure:entry'),
      isOpen: shown === 'corkboard' || shown === 'outline',
    },
    { view: 'codex', label: t('codex:world.entry'), isOpen: shown === 'codex' },
    { view: 'threads', label: t('threads:title'), isOpen: shown === 'threads' },
    { view: 'reports', label: t('reports:title'), isOpen: shown === 'reports' },
    {
      view: 'contradictions',
      label: t('contradictions:title'),
      isOpen: shown === 'contradictions',
    },
  ];
  return entries.map(({ view, label, isOpen }) => (
    <button
      key={view}
      type="button"
      className="binder-whole"
      aria-pressed={isOpen}
      onClick={() => (isOpen ? closeBookView() : openBookView(view))}
    >
      {label}
    </button>
  ));
}

function BinderFoot({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const open = useCounts((counts) => counts.documentId);
  const written = useCounts((counts) => counts.words);
  const total = project.documents.reduce(
    (sum, { documentId, wordCount }) => sum + (documentId === open ? written : wordCount),
    0,
  );
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
      <WholeBook />
      <Problems />
      <BinderFoot project={project} />
    </nav>
  );
}
