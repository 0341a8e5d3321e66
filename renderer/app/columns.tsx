import { useEffect } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { Binder } from '#renderer/features/binder/index.ts';
import { WorldView } from '#renderer/features/codex/index.ts';
import { Page } from '#renderer/features/editor/index.ts';
import { HistoryScreen } from '#renderer/features/history/index.ts';
import { ContradictionsView } from '#renderer/features/contradictions/index.ts';
import { ReportsView } from '#renderer/features/reports/index.ts';
import { StructureView } from '#renderer/features/structure/index.ts';
import { ThreadsView } from '#renderer/features/threads/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useBookView } from './book-view.ts';
import { Dock } from './dock.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useHistoryScreen } from './history-screen.ts';
import { useLayout, visibleColumns } from './layout.ts';
import { NoticeArea } from './notice-area.tsx';
import { panels } from './panels.ts';
import { useUndoKey } from './use-take-back.ts';

/** Below this width, px, binder and dock take turns. */
const narrowQuery = '(max-width: 1179px)';

function useNarrow(): void {
  const setNarrow = useLayout((layout) => layout.setNarrow);
  useEffect(() => {
    const query = window.matchMedia(narrowQuery);
    const update = () => setNarrow(query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, [setNarrow]);
}

/** Binder, page, dock. Widths are px and stay when the window changes; the page takes the rest. */
export function Columns() {
  const { t } = useWords();
  useNarrow();
  useUndoKey();
  const layout = useLayout();
  const visible = visibleColumns(layout);
  const view = useBookView((book) => book.view);
  const isWhole = view !== null;
  const history = useHistoryScreen((screen) => screen.isOpen);
  const dock = visible.dock && panels.length > 0 && (!isWhole || view === 'codex') && !history;
  return (
    <Group
      className="columns"
      onLayoutChanged={(_percentages, meta) => {
        if (!meta.isUserInteraction) return;
        const widthOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().width;
        const binderWidth = widthOf('binder-column');
        const dockWidth = widthOf('dock-column');
        layout.setWidths({
          ...(binderWidth === undefined ? {} : { binderWidth }),
          ...(dockWidth === undefined ? {} : { dockWidth }),
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
              <Dock />
            </aside>
            <NoticeArea place="dock" />
          </Panel>
        </>
      )}
    </Group>
  );
}
