/** Has a model look for contradictions: what it takes first, then the job (N12). */
import { flushEdits } from '#renderer/app/flush.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject, openProjectId, useSession } from '#renderer/app/session.ts';
import { inTurn } from '#renderer/app/steps.ts';
import { call } from '#renderer/rpc/index.ts';
import { AgreedSum } from '#shared/domain/purse.ts';
import { chaptersIn } from './scopes.ts';
import { type Asking, readContradictions, useContradictions } from './store.ts';

const asked = (rest: boolean): Asking['request'] | null => {
  const { project, documentId } = useSession.getState();
  if (project === null) return null;
  const { projectId, documents } = project;
  if (rest) return { projectId, rest };
  const { scope } = useContradictions.getState();
  return { projectId, documentIds: chaptersIn(scope, documents, documentId) };
};

/** Counts what it takes; only the answer to the last question counts. `rest`: of the last job. */
export const openAsking = async (rest = false): Promise<void> => {
  const request = asked(rest);
  if (request === null) return;
  const asking: Asking = { rest, request, value: null, failure: null };
  useContradictions.setState({ asking });
  const tell = (answer: Partial<Asking>): void => {
    if (useContradictions.getState().asking !== asking) return;
    useContradictions.setState({ asking: { ...asking, ...answer } });
  };
  try {
    await flushEdits();
    tell({ value: await call('contradictions:job:forecast', request) });
  } catch (failure) {
    tell({ failure });
  }
};

export const closeAsking = (): void => useContradictions.setState({ asking: null });

const start = async (): Promise<void> => {
  const { asking } = useContradictions.getState();
  if (asking === null) return;
  // What was counted is asked, whatever scope or chapter is looked at by now.
  const { request } = asking;
  const agreedTo = AgreedSum.safeParse(asking.value?.question).data;
  try {
    await flushEdits();
    const agreement = agreedTo ? { isAgreed: true, agreedTo } : {};
    const job = await call('contradictions:job:start', { ...request, ...agreement });
    if (!isOpenProject(request.projectId)) return;
    useContradictions.setState({ job, asking: null });
  } catch (failure) {
    if (useContradictions.getState().asking !== asking) reportFailure(failure);
    else useContradictions.setState({ asking: { ...asking, failure } });
  }
};

/** The forecast stands above the button; where it asks, the writer has agreed to its sum. Pressed twice, it is one job. */
export const startAsking = (): Promise<void> => inTurn(start);

export const stopAsking = async (): Promise<void> => {
  const projectId = openProjectId();
  if (projectId === undefined) return;
  try {
    await call('contradictions:job:cancel', { projectId });
  } catch (failure) {
    useContradictions.setState({ failure });
  }
  await readContradictions(projectId);
};
