import { create } from 'zustand';

export type HostNotice = { code: string; message: string };

/** What the program wants the writer to know: a restored database, a history that could not be written. */
export const useHostNotices = create<{ notices: readonly HostNotice[] }>()(() => ({ notices: [] }));

export const receiveNotice = (notice: HostNotice): void =>
  useHostNotices.setState(({ notices }) => ({
    notices: notices.some((known) => known.code === notice.code) ? notices : [...notices, notice],
  }));

export const dismissFirstNotice = (): void =>
  useHostNotices.setState(({ notices }) => ({ notices: notices.slice(1) }));
