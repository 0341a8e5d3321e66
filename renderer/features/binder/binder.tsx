import {
  ChartNoAxesColumn,
  ChartNoAxesGantt,
  LayoutGrid,
  type LucideIcon,
  Plus,
  Scale,
  UsersRound,
  Waypoints,
} from 'lucide-react';
import { ToggleButton, Toolbar } from 'react-aria-components';
import {
  type BookView,
  closeBookView,
  openBookView,
  useBookView,
} from '#renderer/app/book-view.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useBookWords } from '#renderer/app/counts.ts';
import { useSession } from '#renderer/app/session.ts';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { ProposedChapters } from '#renderer/features/candidates/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, IconButton, Tooltip } from '#renderer/ui/index.ts';
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

type Entry = { view: BookView; icon: LucideIcon; label: string; isOpen: boolean };

/**
 * The way to the views of the whole book: one row of signs, so that chapters and codex have the height. One stop for Tab, the
 * arrows go from sign to sign.
 */
function WholeBook() {
  const { t } = useWords();
  const shown = useBookView(({ view }) => view);
  const entries: readonly Entry[] = [
    {
      view: 'corkboard',
      icon: LayoutGrid,
      label: t('structure:entry'),
      isOpen: shown === 'corkboard' || shown === 'outline',
    },
    { view: 'codex', icon: UsersRound, label: t('codex:world.entry'), isOpen: shown === 'codex' },
    {
      view: 'timeline',
      icon: ChartNoAxesGantt,
      label: t('codex:timeline.title'),
      isOpen: shown === 'timeline',
    },
    { view: 'threads', icon: Waypoints, label: t('threads:title'), isOpen: shown === 'threads' },
    {
      view: 'reports',
      icon: ChartNoAxesColumn,
      label: t('reports:title'),
      isOpen: shown === 'reports',
    },
    {
      view: 'contradictions',
      icon: Scale,
      label: t('contradictions:title'),
      isOpen: shown === 'contradictions',
    },
  ];
  return (
    <Toolbar className="binder-whole" aria-label={t('binder:wholeBook')}>
      {entries.map(({ view, icon: Icon, label, isOpen }) => (
        <Tooltip key={view} text={label} placement="top">
          <ToggleButton
            aria-label={label}
            className="ui-icon-button binder-view"
            isSelected={isOpen}
            onChange={() => (isOpen ? closeBookView() : openBookView(view))}
          >
            <Icon size={16} aria-hidden />
          </ToggleButton>
        </Tooltip>
      ))}
    </Toolbar>
  );
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
