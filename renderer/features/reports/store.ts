/** The reports of the open book: made when the writer asks, kept until it is closed (W7). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { closeBookView, openBookView, useBookView } from '#renderer/app/book-view.ts';
import { useChapterOrder } from '#renderer/app/chapter-order.ts';
import { useConnection } from '#renderer/app/connection.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { onWorkEnded } from '#renderer/app/job-list.ts';
import { runTask, type TaskState } from '#renderer/app/long-task.ts';
import { notify } from '#renderer/app/notices.ts';
import { updateSettings } from '#renderer/app/preferences.ts';
import { createReading } from '#renderer/app/reading.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call, on } from '#renderer/rpc/index.ts';
import type {
  Report,
  ReportKind,
  ReportLine,
  ReportPlace,
  WatchedWordsChange,
} from '#shared/domain/report.ts';

/** A place that was opened, and its line: the way to the next one. */
type Walk = { lineId: string; at: number };

type ReportsState = {
  report: Report | null;
  failure: unknown;
  /** How far the report is that is being made; null while none is. */
  task: TaskState | null;
  /** Whether a chapter was changed since the report was made. */
  isStale: boolean;
  kind: ReportKind;
  /** Lines whose places are shown, with them. */
  places: ReadonlyMap<string, readonly ReportPlace[]>;
  walk: Walk | null;
  /** How often it was told that a chapter changed: what is made or read meanwhile may be stale when it comes. */
  changes: number;
};

const nothing: ReportsState = {
  ...{ report: null, failure: null, task: null, isStale: false, walk: null },
  changes: 0,
  kind: 'overused',
  places: new Map(),
};

export const useReports = create<ReportsState>()(() => nothing);

export const openReports = (): void => openBookView('reports');
export const chooseReport = (kind: ReportKind): void => useReports.setState({ kind });

/** Stands with the reports while they are shown, else above the columns. */
function tellFailure(failure: unknown): void {
  if (useBookView.getState().view === 'reports') useReports.setState({ failure });
  else reportFailure(failure);
}

/** The report another page asked for, or this one before it was loaded anew; of the one that is shown, whether it is stale. */
const readLatest = createReading({
  ask: async (projectId) => {
    const { changes } = useReports.getState();
    return { projectId, changes, ...(await call('reports:latest', { projectId })) };
  },
  show: ({ projectId, changes, report, isStale }) => {
    const known = useReports.getState().report;
    if (report === null || report.madeAt < (known?.madeAt ?? 0)) return;
    if (report.reportId !== known?.reportId) {
      useReports.setState({ report, isStale, places: new Map(), walk: null });
    } else if (isStale || useReports.getState().changes === changes) {
      useReports.setState({ isStale });
    }
    if (!isStale && useReports.getState().changes !== changes) void readLatest(projectId);
  },
  fail: (failure) => useReports.setState({ failure }),
});

/** Reads the whole book; what was typed a moment ago is part of it. */
export async function makeReports(): Promise<void> {
  const projectId = openProjectId();
  if (projectId === undefined || useReports.getState().task !== null) return;
  const isOpen = (): boolean => isOpenProject(projectId);
  useReports.setState({ failure: null });
  try {
    await flushEdits();
    const { changes } = useReports.getState();
    const report = await runTask(
      ({ taskId, options }) => call('reports:make', { projectId, taskId }, options),
      (task) => {
        if (isOpen()) useReports.setState({ task });
      },
    );
    if (!isOpen()) return;
    useReports.setState({ task: null });
    if (report === null) return;
    useReports.setState({ report, isStale: false, places: new Map(), walk: null });
    if (useReports.getState().changes !== changes) await readLatest(projectId);
  } catch (failure) {
    if (isOpen()) useReports.setState({ failure, task: null });
  }
}

/** Among long work. */
export const reportKinds = ['reports'] as const;

/** Null where another report is shown when they come, or none: they are places of a text that nobody looks at. */
const readPlaces = async (lineId: string): Promise<readonly ReportPlace[] | null> => {
  const { report, places } = useReports.getState();
  const known = places.get(lineId);
  const projectId = openProjectId();
  if (projectId === undefined || report === null) return null;
  if (known) return known;
  const { reportId } = report;
  const isShown = (): boolean =>
    isOpenProject(projectId) && useReports.getState().report?.reportId === reportId;
  try {
    const { items } = await call('reports:places', { projectId, reportId, lineId });
    return isShown() ? items : null;
  } catch (failure) {
    if (!isShown()) return null;
    throw failure;
  }
};

/** Shows the places of a line below it, or folds them away. */
export async function toggleLine(lineId: string, isOpen: boolean): Promise<void> {
  try {
    const items = isOpen ? await readPlaces(lineId) : [];
    if (items === null) return;
    useReports.setState(({ places }) => {
      const next = new Map(places);
      if (isOpen) next.set(lineId, items);
      else next.delete(lineId);
      return { places: next };
    });
  } catch (failure) {
    useReports.setState({ failure });
  }
}

/** Shows a place in its chapter, where it is by now; what is gone is said, with the chapter open. */
async function openPlace(
  { documentId, start, end }: ReportPlace,
  walk: Walk,
  t: Translate,
): Promise<void> {
  const projectId = openProjectId();
  const reportId = useReports.getState().report?.reportId;
  if (projectId === undefined || reportId === undefined) return;
  useReports.setState({ walk, failure: null });
  try {
    await flushEdits();
    const { found } = await call('reports:locate', {
      ...{ projectId, reportId, documentId, start, end },
    });
    // The chapter is none of the book that is open by now.
    if (!isOpenProject(projectId)) return;
    closeBookView();
    useSession.getState().openDocument(documentId, found ?? undefined);
    if (found === null) notify({ place: 'binder', text: t('reports:gone') });
  } catch (failure) {
    if (!isOpenProject(projectId)) return;
    if (failureOf(failure).code === 'DOCUMENT_NOT_FOUND') {
      notify({ place: 'binder', text: t('reports:chapterGone') });
    } else tellFailure(failure);
  }
}

export const openLine = (
  { lineId, place }: Pick<ReportLine, 'lineId' | 'place'>,
  t: Translate,
): Promise<void> => openPlace(place, { lineId, at: 0 }, t);

export const openPlaceOf = (
  lineId: string,
  at: number,
  place: ReportPlace,
  t: Translate,
): Promise<void> => openPlace(place, { lineId, at }, t);

/** The next place of the line that was opened last, or the one before. */
export async function walkPlaces(step: 1 | -1, t: Translate): Promise<void> {
  const { walk } = useReports.getState();
  if (walk === null) return;
  try {
    const places = await readPlaces(walk.lineId);
    if (places === null) return;
    const at = walk.at + step;
    const place = places[at];
    if (place) await openPlace(place, { ...walk, at }, t);
    else notify({ place: 'binder', text: t('reports:noMore') });
  } catch (failure) {
    tellFailure(failure);
  }
}

export const isNoChange = ({ added, removed }: WatchedWordsChange): boolean =>
  added.length + removed.length === 0;

type WordListChanges = { book: WatchedWordsChange; all: WatchedWordsChange };

/** Keeps what was changed of the words to watch for, then makes the report anew; false where it could not be kept. */
export async function saveWatchedWords({ book, all }: WordListChanges): Promise<boolean> {
  const projectId = openProjectId();
  if (projectId === undefined) return false;
  try {
    if (!isNoChange(book)) await call('reports:watched:change', { projectId, ...book });
    if (!isNoChange(all)) await updateSettings({ watchedWordsChange: all });
  } catch (failure) {
    tellFailure(failure);
    return false;
  }
  void makeReports();
  return true;
}

/** Forgets with the book, and notes that the text went on since. */
export function useReportsFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  const returns = useConnection((state) => state.returns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other reports
  useEffect(() => () => useReports.setState(nothing), [projectId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a lost connection the end of one may have been missed
  useEffect(() => {
    if (projectId === undefined) return undefined;
    void readLatest(projectId);
    return onWorkEnded({ projectId, kinds: reportKinds }, () => void readLatest(projectId));
  }, [projectId, returns]);
  // A chapter more or less, or one that stands elsewhere, makes it the report of another book; put back it is that of this one.
  const order = useChapterOrder();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for after every change of the order
  useEffect(() => {
    if (projectId === undefined || useReports.getState().report === null) return;
    useReports.setState(({ changes }) => ({ changes: changes + 1 }));
    void readLatest(projectId);
  }, [projectId, order]);
  useEffect(
    () =>
      on('document:changed', (changed) => {
        const { project } = useSession.getState();
        // That a chapter came or went is told by the order.
        const isOurs = project?.documents.some((one) => one.documentId === changed.documentId);
        if (changed.projectId !== projectId || isOurs !== true) return;
        useReports.setState(({ report, isStale, changes }) => ({
          changes: changes + 1,
          isStale: isStale || report !== null,
        }));
      }),
    [projectId],
  );
}
