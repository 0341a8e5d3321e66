import { useState } from 'react';
import { showProject, whenClosed } from '#renderer/app/open-project.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';

export type Opening = {
  busy: boolean;
  failure: unknown;
  open: (project: () => Promise<ProjectInfo | null>) => void;
};

/** One opening at a time; null means the writer changed their mind. */
export function useOpening(firstFailure: unknown): Opening {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(firstFailure);
  const open = (ask: () => Promise<ProjectInfo | null>) => {
    setBusy(true);
    setFailure(null);
    whenClosed()
      .then(ask)
      .then((project) => {
        if (project !== null) showProject(project);
      })
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  return { busy, failure, open };
}
