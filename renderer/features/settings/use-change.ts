import { useState } from 'react';
import { updateSettings } from '#renderer/app/preferences.ts';

type Patch = Parameters<typeof updateSettings>[0];

/** Changes a setting and keeps the failure to be shown beside it. */
export function useChange(): { change: (patch: Patch) => void; failure: unknown } {
  const [failure, setFailure] = useState<unknown>(null);
  const change = (patch: Patch) => {
    setFailure(null);
    updateSettings(patch).catch(setFailure);
  };
  return { change, failure };
}
