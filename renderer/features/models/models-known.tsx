import type { ReactNode } from 'react';
import { Loaded } from '#renderer/ui/index.ts';
import { useModels } from './store.ts';

/** What needs to know the models: shown once they are read, also when a later reading failed. */
export function ModelsKnown({ children }: { children: ReactNode }) {
  const profiles = useModels((state) => state.profiles);
  const failure = useModels((state) => state.failure);
  const { load } = useModels.getState();
  const missing = profiles === null ? failure : null;
  return (
    <Loaded value={profiles} failure={missing} onRetry={() => void load()}>
      {() => children}
    </Loaded>
  );
}
