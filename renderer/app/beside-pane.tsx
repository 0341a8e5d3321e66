/** The column beside the page: a chapter to be read, the codex or the notes (W5). */
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { ChapterReader } from '#renderer/features/editor/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { EmptyState, IconButton, LinkButton, Select } from '#renderer/ui/index.ts';
import {
  closeBeside,
  setBesidePlace,
  showBeside,
  swapChapters,
  useBesidePlaces,
} from './beside.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { type Beside, BesidePanel, useLayout } from './layout.ts';
import { panels } from './panels.ts';
import { useSession } from './session.ts';
import './beside.css';

const idOf = (beside: Beside): string =>
  beside.kind === 'chapter' ? `chapter:${beside.documentId}` : beside.id;

function besideOf(id: string): Beside {
  const panel = BesidePanel.safeParse(id);
  if (panel.success) return { kind: 'panel', id: panel.data };
  return { kind: 'chapter', documentId: id.slice('chapter:'.length) };
}

/** Titles alone: counts, which every save changes, make no other choices. */
function useTitles(): string {
  const documents = useSession(({ project }) => project?.documents);
  return useMemo(
    () => JSON.stringify(documents?.map(({ documentId, title }) => [documentId, title]) ?? []),
    [documents],
  );
}

/** What can be shown here: the panels, then the chapters in their order. */
function Choice({ beside }: { beside: Beside }) {
  const { t } = useWords();
  const titles = useTitles();
  const choices = useMemo(() => {
    const documents = JSON.parse(titles) as [documentId: string, title: string][];
    return [
      ...BesidePanel.options.map((id) => ({ id: id as string, label: t(`beside:panels.${id}`) })),
      ...documents.map(([documentId, label]) => ({ id: `chapter:${documentId}`, label })),
    ];
  }, [t, titles]);
  return (
    <Select
      label={t('beside:choice')}
      hideLabel
      choices={choices}
      value={idOf(beside)}
      onChange={(id) => showBeside(besideOf(id))}
    />
  );
}

function Chapter({ documentId }: { documentId: string }) {
  const { t } = useWords();
  const projectId = useSession(({ project }) => project?.projectId);
  const title = useSession(
    ({ project }) => project?.documents.find((one) => one.documentId === documentId)?.title,
  );
  if (projectId === undefined) return null;
  if (title === undefined) {
    return (
      <div className="beside-state">
        <EmptyState title={t('beside:gone.title')} text={t('beside:gone.text')} />
      </div>
    );
  }
  return (
    <ChapterReader
      key={documentId}
      projectId={projectId}
      documentId={documentId}
      title={title}
      place={useBesidePlaces.getState().places.get(documentId) ?? 0}
      onPlace={(at) => setBesidePlace(documentId, at)}
    />
  );
}

function Shown({ beside }: { beside: Beside }) {
  if (beside.kind === 'chapter') return <Chapter documentId={beside.documentId} />;
  const panel = panels.find(({ id }) => id === beside.id);
  return (
    panel && (
      <div className="beside-panel">
        <panel.Component />
      </div>
    )
  );
}

/** To be read; to write in it, it changes places with the page. */
function SwapButton({ documentId }: { documentId: string }) {
  const { t } = useWords();
  const isOnPage = useSession((session) => session.documentId === documentId);
  const isThere = useSession(
    ({ project }) => project?.documents.some((one) => one.documentId === documentId) ?? false,
  );
  if (!isThere) return null;
  if (isOnPage) return <span className="beside-remark">{t('beside:onPage')}</span>;
  return <LinkButton onPress={swapChapters}>{t('beside:swap')}</LinkButton>;
}

export function BesidePane() {
  const { t } = useWords();
  const beside = useLayout((layout) => layout.beside);
  if (beside === null) return null;
  return (
    <section className="beside" data-kind={beside.kind} aria-label={t('beside:label')}>
      <header className="beside-head">
        <Choice beside={beside} />
        {beside.kind === 'chapter' && <SwapButton documentId={beside.documentId} />}
        <IconButton icon={X} label={t('beside:close')} onPress={closeBeside} />
      </header>
      <ErrorBoundary>
        <Shown beside={beside} />
      </ErrorBoundary>
    </section>
  );
}
