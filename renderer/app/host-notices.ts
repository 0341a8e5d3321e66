import { create } from 'zustand';
import type { EventPayload } from '#shared/contract/events.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';

export type HostNotice = EventPayload<'host:notice'>;

/** What the program wants the writer to know: a restored database, a history that could not be written. */
export const useHostNotices = create<{ notices: readonly HostNotice[] }>()(() => ({ notices: [] }));

export const receiveNotice = (notice: HostNotice): void =>
  useHostNotices.setState(({ notices }) => ({
    notices: notices.some((known) => known.code === notice.code) ? notices : [...notices, notice],
  }));

export const dismissFirstNotice = (): void =>
  useHostNotices.setState(({ notices }) => ({ notices: notices.slice(1) }));

/** Takes back what is no longer so: the list of fences can be read again, or the book it belongs to is closed. */
export const settleNotices = (project: Pick<ProjectInfo, 'documents'> | null): void => {
  if (project?.documents.some(({ fence }) => fence?.unknown === true)) return;
  useHostNotices.setState(({ notices }) => ({
    notices: notices.filter(({ code }) => code !== 'FENCES_UNKNOWN'),
  }));
};
