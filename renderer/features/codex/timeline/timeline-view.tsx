/** What of the codex happens, holds and changes when, over the chapters of the book, in place of the page (W1). */
import { useMemo, useState } from 'react';
import { BackToPage } from '#renderer/app/back-to-page.tsx';
import { useBookView } from '#renderer/app/book-view.ts';
import { useChapterOrder } from '#renderer/app/chapter-order.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, ListFilter, Loaded, Screen, ScreenHead } from '#renderer/ui/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { useCodex } from '../store.ts';
import { openWorld } from '../world/store.ts';
import { type TimelineGroup, timelineGroups, timelineOf, type TimelineRow } from './rows.ts';
import { TimelineGrid } from './timeline-grid.tsx';
import './timeline.css';

const readCodex = (projectId: string): Promise<void> => useCodex.getState().load(projectId);

type Shown = TimelineGroup | 'all';

function Content({ entities }: { entities: readonly Entity[] }) {
  const { t } = useWords();
  const relations = useCodex((state) => state.relations);
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const rows = useMemo(() => timelineOf(entities, relations), [entities, relations]);
  if (rows.length === 0) {
    return (
      <EmptyState
        title={t('codex:timeline.empty.title')}
        text={t('codex:timeline.empty.text')}
        action={<Button onPress={() => openWorld()}>{t('codex:timeline.empty.action')}</Button>}
      />
    );
  }
  const wanted = query.trim().toLocaleLowerCase();
  const groupOf = ({ group }: TimelineRow) => (group === 'undated' ? 'events' : group);
  const found = rows.filter(
    (row) =>
      (shown === 'all' || groupOf(row) === shown) && row.name.toLocaleLowerCase().includes(wanted),
  );
  return (
    <div className="chapters-main timeline-main">
      <div className="chapters-filter">
        <ListFilter
          label={t('codex:timeline.find')}
          query={query}
          onQuery={setQuery}
          kindsLabel={t('codex:timeline.shown')}
          kinds={(['all', ...timelineGroups] as const).map((id) => ({
            id,
            label: t(`codex:timeline.groups.${id}`),
          }))}
          kind={shown}
          onKind={setShown}
        />
      </div>
      {found.length > 0 ? (
        <TimelineGrid rows={found} />
      ) : (
        <p className="ui-quiet">{t('codex:timeline.noneFound')}</p>
      )}
    </div>
  );
}

function OpenView({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const entities = useCodex((state) => state.entities);
  const failure = useCodex((state) => state.failure);
  useProjectReading(readCodex, 'knowledge:changed', useChapterOrder());
  return (
    <Screen className="timeline">
      <ScreenHead title={t('codex:timeline.title')} about={t('codex:timeline.subtitle')}>
        <BackToPage />
      </ScreenHead>
      <Loaded
        value={entities}
        failure={entities === null ? failure : null}
        onRetry={() => void readCodex(projectId)}
      >
        {(known) => <Content entities={known} />}
      </Loaded>
    </Screen>
  );
}

/** Nothing while another view, or the page, is shown. */
export function TimelineView() {
  const projectId = useSession((session) => session.project?.projectId);
  const isShown = useBookView(({ view }) => view === 'timeline');
  return projectId !== undefined && isShown ? (
    <OpenView key={projectId} projectId={projectId} />
  ) : null;
}
