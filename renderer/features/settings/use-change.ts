import { useState } from 'react';
import { type SettingsChange, updateSettings } from '#renderer/app/preferences.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';

export type Change = {
  change: (patch: SettingsChange) => void;
  /** The same, for who waits for the answer; fulfilled also where it failed. */
  write: (patch: SettingsChange) => Promise<void>;
  /** To be shown by whoever asked for this. */
  failure: unknown;
};

/** Changes a setting and keeps the failure to be shown beside it. */
export function useChange(): Change {
  const [failure, setFailure] = useState<unknown>(null);
  const isShown = useIsShown();
  const write = (patch: SettingsChange): Promise<void> => {
    setFailure(null);
    return updateSettings(patch).catch((error: unknown) => {
      // What was typed last is kept as the settings close.
      if (isShown()) setFailure(error);
      else reportFailure(error);
    });
  };
  return { change: (patch) => void write(patch), write, failure };
}
