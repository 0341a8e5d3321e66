/** What was promised to the reader and what becomes of it, in place of the page (N13). */
import { useEffect, useState } from 'react';
import { BackToPage } from '#renderer/app/back-to-page.tsx';
import { useBookView } from '#renderer/app/book-view.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import {
  Button,
  EmptyState,
  FailureBlock,
  ListFilter,
  Loaded,
  Segmented,
  Select,
  Screen,
  ScreenHead,
} from '#renderer/ui/index.ts';
import { DeletedThreads } from './deleted-threads.tsx';
import { countThreads, type Group, groupOf, groups } from './groups.ts';
import { Sign, Lanes } from './lanes.tsx';
import {
  type ListedThread,
  readThreads,
  setSilentAfter,
  type ThreadLook,
  useThreads,
} from './store.ts';
import { ThreadDetail } from './thread-detail.tsx';
import { ThreadReport, ThreadTable } from './thread-table.tsx';
import './threads.css';

const looks: readonly ThreadLook[] = ['lanes', 'list', 'report'];
const silences = [5, 10, 20, 30, 50, 100];

function Head() {
  const { t } = useWords();
  const look = useThreads((state) => state.look);
  return (
    <ScreenHead title={t('threads:title')} about={t('threads:subtitle')}>
      <Segmented
        label={t('threads:look')}
        choices={looks.map((id) => ({ id, label: t(`threads:looks.${id}`) }))}
        value={look}
        onChange={(next) => useThreads.setState({ look: next })}
      />
      <Button size="small" onPress={() => openDialog('thread')}>
        {t('threads:new')}
      </Button>
      <BackToPage />
    </ScreenHead>
  );
}

function Lead({ items }: { items: readonly ListedThread[] }) {
  const { t } = useWords();
  const silentAfter = useThreads((state) => state.silentAfter);
  const { open, forgotten, late, quiet } = countThreads(items, silentAfter);
  return (
    <p className="ui-lead">
      {t('threads:lead.open', { count: open })}
      {forgotten > 0 && t('threads:lead.forgotten', { count: forgotten })}
      {late > 0 && t('threads:lead.late', { count: late })}
      {quiet > 0 && t('threads:lead.quiet', { count: quiet })}
    </p>
  );
}

function Legend() {
  const { t } = useWords();
  return (
    <ul className="threads-legend">
      {(['opened', 'echoed', 'due', 'paid'] as const).map((look) => (
        <li key={look}>
          <svg width="16" height="34" viewBox="0 0 16 34" aria-hidden="true">
            <Sign sign={{ look, at: 50, key: look }} isLate={false} isChosen={false} />
          </svg>
          {t(`threads:legend.${look}`)}
        </li>
      ))}
      <li>
        <svg width="26" height="34" aria-hidden="true">
          <line x1="0" x2="26" y1="17" y2="17" className="threads-silent" />
        </svg>
        {t('threads:legend.silent')}
      </li>
    </ul>
  );
}

type Shown = Group | 'all';

function Filter({
  query,
  setQuery,
  shown,
  setShown,
}: {
  query: string;
  setQuery: (query: string) => void;
  shown: Shown;
  setShown: (shown: Shown) => void;
}) {
  const { t } = useWords();
  const silentAfter = useThreads((state) => state.silentAfter);
  return (
    <div className="chapters-filter">
      <ListFilter
        label={t('threads:find')}
        query={query}
        onQuery={setQuery}
        kindsLabel={t('threads:shown')}
        kinds={(['all', ...groups] as const).map((id) => ({
          id,
          label: t(`threads:groups.${id}`),
        }))}
        kind={shown}
        onKind={setShown}
      />
      <Select
        label={t('threads:silentAfter')}
        choices={silences.map((count) => ({
          id: String(count),
          label: t('threads:silentChapters', { count }),
        }))}
        value={String(silentAfter)}
        onChange={(count) => setSilentAfter(Number(count))}
      />
    </div>
  );
}

function Content({
  items,
  now,
  chapters,
}: {
  items: readonly ListedThread[];
  now: number;
  chapters: number;
}) {
  const { t } = useWords();
  const { look, selected } = useThreads();
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  if (items.length === 0) {
    return <EmptyState title={t('threads:empty.title')} text={t('threads:empty.text')} />;
  }
  const wanted = query.trim().toLocaleLowerCase();
  const found = items.filter(
    (one) =>
      (shown === 'all' || groupOf(one) === shown) && one.title.toLocaleLowerCase().includes(wanted),
  );
  const thread = items.find(({ threadId }) => threadId === selected);
  return (
    <div className="threads-columns">
      <div className="chapters-main threads-main">
        <Lead items={items} />
        <Filter {...{ query, setQuery, shown, setShown }} />
        {found.length === 0 && <p className="threads-calm">{t('threads:noneFound')}</p>}
        {found.length > 0 && look === 'lanes' && (
          <>
            <Legend />
            <Lanes items={found} book={{ now, chapters }} />
            <div className="ui-hidden">
              <ThreadTable items={found} />
            </div>
          </>
        )}
        {found.length > 0 && look === 'list' && <ThreadTable items={found} />}
        {found.length > 0 && look === 'report' && (
          <ThreadReport items={found} isAll={found.length === items.length} />
        )}
      </div>
      {thread && <ThreadDetail thread={thread} />}
    </div>
  );
}

function OpenView({ projectId }: { projectId: string }) {
  const { read, failure, unread } = useThreads();
  useEffect(() => void readThreads(projectId), [projectId]);
  return (
    <Screen className="threads">
      <Head />
      {read !== null && (failure ?? unread) !== null && <FailureBlock error={failure ?? unread} />}
      <Loaded
        value={read}
        failure={read === null ? unread : null}
        onRetry={() => void readThreads(projectId)}
      >
        {(known) => (
          <>
            <DeletedThreads items={known.items} />
            <Content {...known} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

/** Nothing while another view, or the page, is shown. */
export function ThreadsView() {
  const projectId = useSession((session) => session.project?.projectId);
  const isShown = useBookView(({ view }) => view === 'threads');
  return projectId !== undefined && isShown ? (
    <OpenView key={projectId} projectId={projectId} />
  ) : null;
}
