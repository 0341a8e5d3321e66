import { AssistantStatus } from '#renderer/features/assistant/index.ts';
import { BackupStatus } from '#renderer/features/backups/index.ts';
import { ExpectationStatus } from '#renderer/features/expectations/index.ts';
import { GitStatus } from '#renderer/features/git/index.ts';
import { JobsStatus } from '#renderer/features/jobs/index.ts';
import { ModelStatus } from '#renderer/features/models/index.ts';
import { OutsideStatus } from '#renderer/features/outside/index.ts';
import { PurseStatus } from '#renderer/features/purse/index.ts';
import { ThreadStatus } from '#renderer/features/threads/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LayerBar } from '#renderer/ui/index.ts';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useCounts } from './counts.ts';
import { openDialog } from './dialogs.ts';
import { goalOfToday } from './goal-of-today.ts';
import { goalsStore } from './goals.ts';
import { useLayout } from './layout.ts';
import { ribbonStore } from './ribbon.ts';
import { openDocumentInfo, useSession } from './session.ts';
import { useSaveState } from './unsaved.ts';

/** Words of today, and the goal where one is set; the way to the days of writing. */
function TodayStatus({ today }: { today: number }) {
  const { t } = useWords();
  const goal = goalsStore(({ goals }) => goalOfToday(goals));
  if (today === 0 && goal === null) return null;
  return (
    <button type="button" className="status-today" onClick={() => openDialog('days')}>
      {goal === null
        ? t('app:status.today', { count: today })
        : t('app:status.todayOf', { count: today, goal })}
    </button>
  );
}

/** Words of the chapter, or of what is selected, and of today. */
function Counts() {
  const { t } = useWords();
  const { selected, words, today } = useCounts();
  return (
    <>
      <span>
        {selected > 0
          ? t('app:status.selected', { count: selected })
          : t('app:status.words', { count: words })}
      </span>
      <TodayStatus today={today} />
    </>
  );
}

function ChapterStatus({ hasCounts }: { hasCounts: boolean }) {
  const { t } = useWords();
  const document = useSession(openDocumentInfo);
  const saveState = useSaveState();
  if (document === null) return null;
  const { label, title } = chapterHeading(document.title);
  return (
    <>
      <span className="status-chapter">{label ?? title}</span>
      {hasCounts && <Counts />}
      <span role="status" data-state={saveState} className="status-save">
        {t(`app:status.${saveState}`)}
      </span>
    </>
  );
}

function ContextRibbon() {
  const { t } = useWords();
  const ribbon = ribbonStore((state) => state.ribbon);
  const showPanel = useLayout((layout) => layout.showPanel);
  if (ribbon === null) return null;
  const words = t('app:status.context', { used: ribbon.used, limit: ribbon.limit });
  return (
    <button type="button" className="status-ribbon" onClick={() => showPanel('inspect')}>
      <LayerBar size="ribbon" tokens={ribbon.tokens} limit={ribbon.limit} label={words} />
      <span>{words}</span>
    </button>
  );
}

/** What has a figure, or waits for the writer. */
function Meters() {
  return (
    <>
      <ThreadStatus />
      <ExpectationStatus />
      <OutsideStatus />
      <GitStatus />
      <BackupStatus />
    </>
  );
}

/**
 * 28 px at the foot: chapter, count and saving at the left, model and context at the right. While only the page is
 * shown it meters nothing: whether the text is saved, and what is under way (F26).
 */
export function StatusBar() {
  const onlyPage = useLayout(({ focusMode }) => focusMode);
  return (
    <footer className="status-bar">
      <ChapterStatus hasCounts={!onlyPage} />
      <span className="status-space" />
      {!onlyPage && <Meters />}
      <JobsStatus />
      <AssistantStatus />
      {!onlyPage && (
        <>
          <PurseStatus />
          <ModelStatus />
          <ContextRibbon />
        </>
      )}
    </footer>
  );
}
