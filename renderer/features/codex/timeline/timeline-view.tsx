/** What of the codex happens, holds and changes when, over the chapters of the book, in place of the page (W1). */
import { useMemo, useState } from 'react';
import { BackToPage } from '#renderer/app/back-to-page.tsx';
import { useBookView } from '#renderer/app/book-view.ts';
import { useChapterNow } from '#renderer/app/chapter-now.ts';
import { ChapterHead, ChapterRules, useVolumes } from '#renderer/app/chapter-rows.tsx';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import {
  Button,
  EmptyState,
  LinkButton,
  ListFilter,
  Loaded,
  Screen,
  ScreenHead,
} from '#renderer/ui/index.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { useCodex } from '../store.ts';
import { openWorld } from '../world/store.ts';
import { type TimelineGroup, timelineGroups, timelineOf, type TimelineRow } from './rows.ts';
import { TimelineRowLine } from './timeline-row.tsx';
import './timeline.css';

const readCodex = (projectId: string): Promise<void> => useCodex.getState().load(projectId);

/** ↑ ↓ go from row to row, ← → from mark to mark, Enter opens the entry or the chapter. */
function Rows({ rows }: { rows: readonly TimelineRow[] }) {
  const { t } = useWords();
  const chapters = useSession(({ project }) => project?.documents.length ?? 0);
  const now = useChapterNow() ?? 0;
  const book = useMemo(() => ({ chapters, now }), [chapters, now]);
  const volumes = useVolumes();
  const grouped = timelineGroups.map((group): [TimelineGroup, TimelineRow[]] => [
    group,
    rows.filter((row) => row.group === group),
  ]);
  const order = grouped.flatMap(([, members]) => members);
  const { listProps, rowProps } = useRoving(order.map(({ key }) => key));
  return (
    <div className="chapters-lines" {...listProps}>
      <ChapterHead volumes={volumes} book={book} />
      <ChapterRules volumes={volumes} book={book} />
      {grouped.map(([group, members]) =>
        members.length === 0 ? null : (
          <section key={group} aria-label={t(`codex:timeline.groups.${group}`)}>
            <h2 className="chapters-group">
              {t(`codex:timeline.groups.${group}`)}{' '}
              <span className="ui-quiet">{members.length}</span>
            </h2>
            <ul>
              {members.map((row) => (
                <TimelineRowLine
                  key={row.key}
                  row={row}
                  book={book}
                  tabIndex={rowProps(row.key, row === order[0]).tabIndex}
                />
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  );
}

function Undated({ entities }: { entities: readonly Entity[] }) {
  const { t } = useWords();
  const lang = useSession(({ project }) => project?.language);
  if (entities.length === 0) return null;
  return (
    <section className="timeline-undated">
      <h2 className="chapters-group">
        {t('codex:timeline.undated')} <span className="ui-quiet">{entities.length}</span>
      </h2>
      <ul>
        {entities.map(({ entityId, name }) => (
          <li key={entityId} lang={lang}>
            <LinkButton onPress={() => openWorld(entityId)}>{name}</LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Shown = TimelineGroup | 'all';

function Content({ entities }: { entities: readonly Entity[] }) {
  const { t } = useWords();
  const relations = useCodex((state) => state.relations);
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const { rows, undated } = useMemo(() => timelineOf(entities, relations), [entities, relations]);
  if (rows.length === 0 && undated.length === 0) {
    return (
      <EmptyState
        title={t('codex:timeline.empty.title')}
        text={t('codex:timeline.empty.text')}
        action={<Button onPress={() => openWorld()}>{t('codex:timeline.empty.action')}</Button>}
      />
    );
  }
  const wanted = query.trim().toLocaleLowerCase();
  const isWanted = ({ name }: { name: string }): boolean =>
    name.toLocaleLowerCase().includes(wanted);
  const found = rows.filter((row) => (shown === 'all' || row.group === shown) && isWanted(row));
  const without = shown === 'all' || shown === 'events' ? undated.filter(isWanted) : [];
  return (
    <div className="chapters-main">
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
      {found.length > 0 && <Rows rows={found} />}
      {found.length === 0 && without.length === 0 && (
        <p className="ui-quiet">{t('codex:timeline.noneFound')}</p>
      )}
      <Undated entities={without} />
    </div>
  );
}

function OpenView({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const entities = useCodex((state) => state.entities);
  const failure = useCodex((state) => state.failure);
  useProjectReading(readCodex, 'knowledge:changed');
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
