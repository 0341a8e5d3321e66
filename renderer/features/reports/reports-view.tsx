/** Reports on the whole book, in place of the page (W7). */
import { useEffect, useRef } from 'react';
import { BackToPage } from '#renderer/app/back-to-page.tsx';
import { useBookView } from '#renderer/app/book-view.ts';
import type { TaskState } from '#renderer/app/long-task.ts';
import { useTaskOfBook } from '#renderer/app/running-task.ts';
import { useSession } from '#renderer/app/session.ts';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { sentences } from '#renderer/i18n/sentences.ts';
import {
  Button,
  EmptyState,
  FailureBlock,
  Progress,
  Screen,
  ScreenHead,
  Tabs,
} from '#renderer/ui/index.ts';
import type { Report } from '#shared/domain/report.ts';
import { SectionList } from './section-list.tsx';
import { chooseReport, makeReports, reportKinds, useReports } from './store.ts';
import { WatchedWords } from './watched-words.tsx';
import './reports.css';

/** How far a report is that is being made; null while none is. */
const useMaking = (): TaskState | null =>
  useTaskOfBook(
    useReports((state) => state.task),
    reportKinds,
  );

function Head() {
  const { t } = useWords();
  const report = useReports((state) => state.report);
  const task = useMaking();
  return (
    <ScreenHead title={t('reports:title')} about={t('reports:subtitle')}>
      {report !== null && task === null && (
        <Button size="small" onPress={() => void makeReports()}>
          {t('reports:again')}
        </Button>
      )}
      <BackToPage />
    </ScreenHead>
  );
}

function Making() {
  const { t } = useWords();
  const task = useMaking();
  if (task === null) return null;
  const { done, total, cancel } = task;
  return (
    <div className="reports-making">
      <Progress
        label={t('reports:making')}
        value={done}
        total={total}
        {...(cancel === null ? {} : { cancelLabel: t('app:actions.cancel'), onCancel: cancel })}
      />
    </div>
  );
}

function About({ report }: { report: Report }) {
  const { t } = useWords();
  const isStale = useReports((state) => state.isStale);
  const { chapters, words, unreadable } = report;
  return (
    <p className="reports-about">
      {sentences(
        t('reports:about', { count: chapters, words }),
        t('reports:local'),
        unreadable.length > 0 && t('reports:unreadable', { count: unreadable.length }),
      )}
      {isStale && <strong>{t('reports:stale')}</strong>}
    </p>
  );
}

function Content({ report }: { report: Report }) {
  const { t } = useWords();
  const kind = useReports((state) => state.kind);
  const next = useShortcut('reports.next');
  return (
    <>
      <About report={report} />
      <Tabs
        label={t('reports:title')}
        orientation="vertical"
        className="reports-tabs"
        selected={kind}
        onSelect={chooseReport}
        entries={report.sections.map((section) => ({
          id: section.kind,
          title: t(`reports:kinds.${section.kind}`),
          content: (
            <>
              {section.kind === 'watched' && <WatchedWords />}
              <SectionList section={section} />
            </>
          ),
        }))}
      />
      <p className="reports-keys">
        {next === undefined ? t('reports:keys') : t('reports:keysAndNext', { next })}
      </p>
    </>
  );
}

/** Reports that were just made take the keys, unless the writer went elsewhere meanwhile. */
function useFocusOnMade(report: Report | null): void {
  const atOpening = useRef(report);
  useEffect(() => {
    if (report === null || report === atOpening.current) return undefined;
    // The tabs are drawn by then.
    const drawn = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement !== body && !activeElement?.matches('main.reports')) return;
      const tabs = document.querySelector('.reports > .reports-tabs');
      tabs?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    });
    return () => cancelAnimationFrame(drawn);
  }, [report]);
}

/** Says to who does not see it that the book is being read, and that it was. */
function Announced() {
  const { t } = useWords();
  const report = useReports((state) => state.report);
  const task = useMaking();
  const atOpening = useRef(report);
  const isNew = report !== null && report !== atOpening.current;
  const { chapters: count, words } = report ?? { chapters: 0, words: 0 };
  return (
    <p className="ui-hidden" role="status">
      {task !== null ? t('reports:making') : isNew && t('reports:about', { count, words })}
    </p>
  );
}

function OpenView() {
  const { t } = useWords();
  const { report, failure } = useReports();
  const task = useMaking();
  useFocusOnMade(report);
  return (
    <Screen className="reports">
      <Head />
      <Announced />
      {failure !== null && <FailureBlock error={failure} />}
      <Making />
      {report !== null && <Content report={report} />}
      {report === null && task === null && (
        <EmptyState
          title={t('reports:empty.title')}
          text={t('reports:empty.text')}
          action={
            <Button variant="primary" onPress={() => void makeReports()}>
              {t('reports:make')}
            </Button>
          }
        />
      )}
    </Screen>
  );
}

/** Nothing while another view, or the page, is shown. */
export function ReportsView() {
  const projectId = useSession((session) => session.project?.projectId);
  const isShown = useBookView(({ view }) => view === 'reports');
  return projectId !== undefined && isShown ? <OpenView key={projectId} /> : null;
}
