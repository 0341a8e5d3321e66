import { useEffect } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useScenesFollowing } from '#renderer/app/scenes.ts';
import { Binder } from '#renderer/features/binder/index.ts';
import { TimelineView, WorldView } from '#renderer/features/codex/index.ts';
import { Page } from '#renderer/features/editor/index.ts';
import { HistoryScreen } from '#renderer/features/history/index.ts';
import { ContradictionsView } from '#renderer/features/contradictions/index.ts';
import { ReportsView } from '#renderer/features/reports/index.ts';
import { StructureView } from '#renderer/features/structure/index.ts';
import { ThreadsView } from '#renderer/features/threads/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { isFocusLost, useFocusReturned } from '#renderer/ui/keep-focus.ts';
import { BesidePane } from './beside-pane.tsx';
import { useBookView } from './book-view.ts';
import { Dock } from './dock.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useHistoryScreen } from './history-screen.ts';
import { useLayout, visibleColumns } from './layout.ts';
import { useLockIn } from './lock-in.ts';
import { NoticeArea } from './notice-area.tsx';
import { focusPage } from './page-focus.ts';
import { isDockBeside } from './page-place.ts';
import { panels } from './panels.ts';
import { useUndoKey } from './use-take-back.ts';

/** From these widths on, px, a window has room for two and for three columns at the sides of the page. */
const roomFrom = [1180, 1560] as const;

function useRoom(): void {
  const setRoom = useLayout((layout) => layout.setRoom);
  useEffect(() => {
    const queries = roomFrom.map((width) => window.matchMedia(`(min-width: ${width}px)`));
    const update = () => setRoom(1 + queries.filter(({ matches }) => matches).length);
    update();
    for (const query of queries) query.addEventListener('change', update);
    return () => {
      for (const query of queries) query.removeEventListener('change', update);
    };
  }, [setRoom]);
}

/** What goes with the focus in it, a card or a button of the way back, leaves it to the page that comes in its place. */
function useFocusOnReturn(isPage: boolean): void {
  useEffect(() => {
    if (isPage && isFocusLost()) focusPage();
  }, [isPage]);
}

/** Binder, page, what stands beside it, dock. Widths are px and stay when the window changes; the page takes the rest. */
export function Columns() {
  const { t } = useWords();
  useRoom();
  useScenesFollowing();
  useUndoKey();
  useFocusReturned('.notice-area, .top-bar, .page-foot', focusPage);
  const lockedIn = useLockIn(({ lock }) => lock !== null);
  const layout = useLayout();
  const view = useBookView((book) => book.view);
  const isWhole = view !== null;
  const history = useHistoryScreen((screen) => screen.isOpen);
  // What takes the page's place takes that of its companion too.
  const isPage = !isWhole && !history;
  useFocusOnReturn(isPage);
  const visible = visibleColumns({
    ...layout,
    beside: isPage ? layout.beside : null,
    focusMode: layout.focusMode || lockedIn,
  });
  const dock = visible.dock && panels.length > 0 && isDockBeside(view, history);
  return (
    <Group
      className="columns"
      onLayoutChanged={(_percentages, meta) => {
        if (!meta.isUserInteraction) return;
        const widthOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().width;
        const binderWidth = widthOf('binder-column');
        const dockWidth = widthOf('dock-column');
        const besideWidth = widthOf('beside-column');
        layout.setWidths({
          ...(binderWidth === undefined ? {} : { binderWidth }),
          ...(dockWidth === undefined ? {} : { dockWidth }),
          ...(besideWidth === undefined ? {} : { besideWidth }),
        });
      }}
    >
      {visible.binder && (
        <>
          <Panel
            id="binder-column"
            className="column"
            defaultSize={layout.binderWidth}
            minSize={180}
            maxSize={400}
            groupResizeBehavior="preserve-pixel-size"
          >
            <ErrorBoundary>
              <Binder />
            </ErrorBoundary>
            <NoticeArea place="binder" />
          </Panel>
          <Separator className="column-edge" title={t('app:panes.resizeBinder')} />
        </>
      )}
      <Panel id="page-column" className="column" minSize={360}>
        <div className="page-area">
          <div className="page-behind" inert={history}>
            <ErrorBoundary>
              <div className="column" hidden={isWhole}>
                <Page />
              </div>
              <StructureView />
              <WorldView />
              <TimelineView />
              <ThreadsView />
              <ReportsView />
              <ContradictionsView />
            </ErrorBoundary>
          </div>
          <ErrorBoundary>
            <HistoryScreen />
          </ErrorBoundary>
        </div>
        <NoticeArea place="page" />
      </Panel>
      {visible.beside && (
        <>
          <Separator className="column-edge" title={t('beside:resize')} />
          <Panel
            id="beside-column"
            className="column"
            defaultSize={layout.besideWidth}
            minSize={300}
            maxSize={1200}
            groupResizeBehavior="preserve-pixel-size"
          >
            <BesidePane />
          </Panel>
        </>
      )}
      {dock && (
        <>
          <Separator className="column-edge" title={t('app:panes.resizeDock')} />
          <Panel
            id="dock-column"
            className="column"
            defaultSize={layout.dockWidth}
            minSize={300}
            maxSize={720}
            groupResizeBehavior="preserve-pixel-size"
          >
            <aside className="dock-column" aria-label={t('app:panes.dock')}>
              <Dock
                without={
                  visible.beside && layout.beside?.kind === 'panel' ? layout.beside.id : null
                }
              />
            </aside>
            <NoticeArea place="dock" />
          </Panel>
        </>
      )}
    </Group>
  );
}
