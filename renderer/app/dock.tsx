import { useMemo } from 'react';
import { notesPanel, useHasNotes } from '#renderer/features/notes/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Tabs } from '#renderer/ui/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useLayout } from './layout.ts';
import { panels } from './panels.ts';

/** The right column: the panels of app/panels.ts as tabs, but for one that stands beside the page. See dock-panel.ts. */
export function Dock({ without }: { without: string | null }) {
  const { t } = useWords();
  const chosen = useLayout((layout) => layout.dockPanel);
  const showPanel = useLayout((layout) => layout.showPanel);
  const hasNotes = useHasNotes();
  const isNotesShown = hasNotes || chosen === notesPanel.id;
  const entries = useMemo(
    () =>
      panels
        .filter(({ id }) => id !== without && (isNotesShown || id !== notesPanel.id))
        .map(({ id, titleKey, Component }) => ({
          id,
          title: t(titleKey),
          content: (
            <ErrorBoundary key={id}>
              <h2 className="ui-hidden">{t(titleKey)}</h2>
              <Component />
            </ErrorBoundary>
          ),
        })),
    [t, isNotesShown, without],
  );
  const selected = entries.find((entry) => entry.id === chosen)?.id ?? entries[0]?.id;
  if (selected === undefined) return null;
  return (
    <Tabs
      className="dock"
      label={t('app:panes.dock')}
      entries={entries}
      selected={selected}
      onSelect={showPanel}
    />
  );
}
