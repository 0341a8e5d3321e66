/** Synopses that a model proposes for the open book, one by one or by a job over it (E3). */
import { create } from 'zustand';
import { openDialog } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { createReading } from '#renderer/app/reading.ts';
import { isOpenProject, openProjectId } from '#renderer/app/session.ts';
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { AgreedSum } from '#shared/domain/purse.ts';
import type { SynopsisForecast, SynopsisProposal } from '#shared/domain/synopsis.ts';
import type { JobChoice, ReadSynopses } from './choices.ts';

/** How asking about one chapter stands. */
type Asking = { isUnderWay: boolean; failure: unknown };

type SynopsesState = {
  /** Null until read. */
  read: ReadSynopses | null;
  /** What the writer chose; null: what comes first. */
  wanted: JobChoice | null;
  /** `value` is null while it is counted. */
  forecast: { which: JobChoice | null; value: SynopsisForecast | null; failure: unknown };
  failure: unknown;
  /** The one chapter the dialog is about; null: the book. */
  chapter: string | null;
  askings: ReadonlyMap<string, Asking>;
};

const nothing: SynopsesState = {
  ...{ read: null, wanted: null, failure: null, chapter: null },
  forecast: { which: null, value: null, failure: null },
  askings: new Map(),
};

export const useSynopses = create<SynopsesState>()(() => nothing);

/** Another book has other proposals. */
export const forgetSynopses = (): void => useSynopses.setState(nothing);

export const readSynopses = createReading({
  ask: (projectId) => call('synopses:list', { projectId }),
  show: (read) => useSynopses.setState({ read }),
  fail: (failure) => useSynopses.setState({ failure }),
});

/** One after the other; what failed stands in the dialog, and the list is read again. */
const change = (work: (projectId: string) => Promise<unknown>): Promise<void> =>
  inTurn(async () => {
    const projectId = openProjectId();
    if (projectId === undefined) return;
    useSynopses.setState({ failure: null });
    try {
      await work(projectId);
    } catch (failure) {
      // That the chapter's own synopsis changed is said beside it.
      const isSaid = failureOf(failure).code === 'SYNOPSIS_CHANGED';
      if (isOpenProject(projectId) && !isSaid) useSynopses.setState({ failure });
    }
    await readSynopses(projectId);
  });

export const chooseJob = (wanted: JobChoice): void => useSynopses.setState({ wanted });

/** Counts what the chapters take; only the answer to the last question counts. */
export const forecastJob = async (which: JobChoice): Promise<void> => {
  const projectId = openProjectId();
  if (projectId === undefined) return;
  const asked = { which, value: null, failure: null };
  useSynopses.setState({ forecast: asked });
  const tell = (answer: Partial<SynopsesState['forecast']>): void => {
    if (!isOpenProject(projectId) || useSynopses.getState().forecast !== asked) return;
    useSynopses.setState({ forecast: { ...asked, ...answer } });
  };
  try {
    await flushEdits();
    tell({ value: await call('synopses:job:forecast', { projectId, which }) });
  } catch (failure) {
    tell({ failure });
  }
};

const agreed = (question: unknown) => {
  const agreedTo = AgreedSum.safeParse(question).data;
  return agreedTo ? { isAgreed: true, agreedTo } : {};
};

/** The forecast stands above the button; where it asks, the writer has agreed to its sum. */
export const startJob = (which: JobChoice): Promise<void> =>
  change(async (projectId) => {
    const { read, forecast } = useSynopses.getState();
    if (read?.job?.state === 'running') return;
    try {
      await flushEdits();
      const agreement = agreed(forecast.value?.question);
      await call('synopses:job:start', { projectId, which, ...agreement });
      useSynopses.setState({ wanted: null });
    } catch (failure) {
      // It may take more by now.
      void forecastJob(which);
      throw failure;
    }
  });

export const stopJob = (): Promise<void> =>
  change((projectId) => call('synopses:job:cancel', { projectId }));

const setAsking = (documentId: string, asking: Asking): void =>
  useSynopses.setState(({ askings }) => ({
    askings: new Map(askings).set(documentId, asking),
  }));

/** `question`: what PURSE_ASKS told, where the writer agreed to it. */
export const askAbout = async (documentId: string, question: unknown = null): Promise<void> => {
  const projectId = openProjectId();
  const { askings } = useSynopses.getState();
  if (projectId === undefined || askings.get(documentId)?.isUnderWay === true) return;
  setAsking(documentId, { isUnderWay: true, failure: null });
  let failure: unknown = null;
  try {
    await flushEdits();
    await call('synopses:propose', { projectId, documentId, ...agreed(question) });
  } catch (error) {
    failure = error;
  }
  if (!isOpenProject(projectId)) return;
  await readSynopses(projectId);
  setAsking(documentId, { isUnderWay: false, failure });
};

export const leaveAsking = (documentId: string): void =>
  setAsking(documentId, { isUnderWay: false, failure: null });

/** The dialog for the whole book. */
export const openSynopses = (): void => {
  useSynopses.setState({ chapter: null, failure: null });
  openDialog('synopses');
};

/** Asks about one chapter, unless a proposal for its text waits already: that one is paid. */
export const proposeSynopsis = async (documentId: string): Promise<void> => {
  const projectId = openProjectId();
  if (projectId === undefined) return;
  useSynopses.setState({ chapter: documentId, failure: null });
  openDialog('synopses');
  await readSynopses(projectId);
  const { read } = useSynopses.getState();
  const waits = read?.items.some((one) => one.documentId === documentId && !one.isStale);
  if (waits !== true) await askAbout(documentId);
};

/** Says what was accepted, and offers to take it back. */
const offerTakeBack = (t: Translate, projectId: string, proposalIds: string[]): void =>
  offerUndo({
    ...{ projectId, place: 'binder' },
    text: t('synopses:accepted', { count: proposalIds.length }),
    undo: async () => {
      const { takenBack } = await call('synopses:takeBack', { projectId, proposalIds });
      if (isOpenProject(projectId)) await readSynopses(projectId);
      return takenBack.length > 0;
    },
  });

/** One that is seen beside the chapter's newer synopsis replaces it. */
export const acceptProposal = (
  { proposalId, isOvertaken }: SynopsisProposal,
  t: Translate,
): Promise<void> =>
  change(async (projectId) => {
    const proposalIds = [proposalId];
    await call('synopses:accept', { projectId, proposalIds, replaceChanged: isOvertaken });
    offerTakeBack(t, projectId, proposalIds);
  });

/** Those whose chapter's synopsis changed meanwhile stay, and are decided about one by one. */
export const acceptAll = (items: readonly SynopsisProposal[], t: Translate): Promise<void> =>
  change(async (projectId) => {
    const proposalIds = items.map(({ proposalId }) => proposalId);
    const { accepted, missed } = await call('synopses:accept', { projectId, proposalIds });
    if (accepted.length > 0) offerTakeBack(t, projectId, accepted);
    const other = missed.find(({ code }) => code !== 'SYNOPSIS_CHANGED');
    if (other) useSynopses.setState({ failure: { code: other.code } });
  });

export const rejectProposal = ({ proposalId }: SynopsisProposal): Promise<void> =>
  change((projectId) => call('synopses:reject', { projectId, proposalIds: [proposalId] }));
