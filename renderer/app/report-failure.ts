import { create } from 'zustand';
import { type Failure, failureOf } from '#renderer/i18n/failure.ts';

/** A failure that has no place of its own, shown above the columns until it is read. */
export const useFailures = create<{ failure: Failure | null }>()(() => ({ failure: null }));

/** For calls started by a key or a menu, where no form is open that could show the failure. */
export const reportFailure = (error: unknown): void => {
  const failure = failureOf(error);
  if (failure.code !== 'CANCELLED') useFailures.setState({ failure });
};

export const dismissFailure = (): void => useFailures.setState({ failure: null });
