import { useCallback, useEffect, useRef, useState } from 'react';
import { closeHistory, useHistoryScreen } from '#renderer/app/history-screen.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { isFocusLost, useFocusKept } from '#renderer/ui/keep-focus.ts';
import { Button, FailureBlock, Kbd, ScreenHead, Waiting } from '#renderer/ui/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { Comparison } from './comparison.tsx';
import { otherVersions } from './entries.ts';
import { NoVersions } from './no-versions.tsx';
import { Rail } from './rail.tsx';
import { useVersions, type Versions as VersionList } from './use-versions.ts';
import './history.css';

type Chapter = { projectId: string; documentId: string };

function useSelected() {
  const [chosen, choose] = useState<string | null>(null);
  const [other, compareWith] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  const chooseOne = useCallback((id: string) => {
    choose(id);
    setNaming(false);
    compareWith((before) => (before === id ? null : before));
  }, []);
  return { chosen, other, isNaming, setNaming, choose: chooseOne, compareWith };
}

type VersionsProps = {
  chapter: Chapter;
  versions: VersionList;
  reload: () => void;
  keep: () => void;
  selected: ReturnType<typeof useSelected>;
};

function Versions({ chapter, versions, reload, keep, selected }: VersionsProps) {
  const newest =
    versions.state === 'ready'
      ? otherVersions(versions.items, versions.present.version)[0]?.snapshotId
      : undefined;
  const { chosen: chosenId, choose } = selected;
  // What is looked at stays so when a newer version comes.
  useEffect(() => {
    if (chosenId === null && newest !== undefined) choose(newest);
  }, [chosenId, newest, choose]);
  const presentWords = useSession((session) => openDocumentInfo(session)?.wordCount ?? 0);
  if (versions.state === 'loading') return <Waiting />;
  if (versions.state === 'failed') {
    return <FailureBlock error={versions.error} onRetry={reload} />;
  }
  const { present } = versions;
  const items = otherVersions(versions.items, present.version);
  const find = (id: string | null) => items.find(({ snapshotId }) => snapshotId === id);
  const chosen = find(selected.chosen) ?? items[0];
  if (chosen === undefined) {
    return <NoVersions presentWords={presentWords} onKeep={keep} />;
  }
  const other = find(selected.other) ?? null;
  return (
    <div className="history-columns">
      <Rail
        items={items}
        presentWords={presentWords}
        chosen={chosen.snapshotId}
        other={other?.snapshotId ?? null}
        onChoose={selected.choose}
        onOther={selected.compareWith}
      />
      <Comparison
        key={chosen.snapshotId}
        chapter={chapter}
        items={items}
        present={present}
        presentWords={presentWords}
        chosen={chosen}
        other={other}
        isNaming={selected.isNaming && chosen.snapshotId === selected.chosen}
        onOther={selected.compareWith}
        onNaming={(isNaming) => {
          if (isNaming) selected.choose(chosen.snapshotId);
          selected.setNaming(isNaming);
        }}
        onChanged={reload}
      />
    </div>
  );
}

function History({ chapter, document }: { chapter: Chapter; document: DocumentInfo }) {
  const { t } = useWords();
  const selected = useSelected();
  const [versions, reload] = useVersions(chapter);
  const screen = useRef<HTMLElement>(null);
  useFocusKept(screen);
  useEffect(() => {
    screen.current?.focus();
    // Once the page is no longer behind it.
    return () => void requestAnimationFrame(() => isFocusLost() && focusPage());
  }, []);
  const keep = () => {
    call('documents:snapshots:create', chapter)
      .then(({ snapshotId }) => {
        reload();
        selected.choose(snapshotId);
        selected.setNaming(true);
      })
      .catch(reportFailure);
  };
  return (
    <main
      className="history"
      aria-label={t('history:title')}
      ref={screen}
      tabIndex={-1}
      data-escape
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        closeHistory();
      }}
    >
      <ScreenHead title={t('history:title')} about={document.title}>
        <Button variant="quiet" onPress={keep}>
          {t('history:keep')}
        </Button>
        <Button variant="quiet" onPress={closeHistory}>
          {t('app:actions.close')} <Kbd shortcut="Escape" />
        </Button>
      </ScreenHead>
      <Versions
        chapter={chapter}
        versions={versions}
        reload={reload}
        keep={keep}
        selected={selected}
      />
    </main>
  );
}

/** Earlier versions of the open chapter, where the page and the dock were (W8). */
export function HistoryScreen() {
  const isOpen = useHistoryScreen((state) => state.isOpen);
  const projectId = useSession((session) => session.project?.projectId);
  const document = useSession(openDocumentInfo);
  if (!isOpen || projectId === undefined || document === null) return null;
  const { documentId } = document;
  return <History key={documentId} chapter={{ projectId, documentId }} document={document} />;
}
