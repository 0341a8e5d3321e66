import type { ReactNode } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock } from './failure.tsx';

/** Stands where something is being read. */
export function Waiting() {
  const { t } = useWords();
  return (
    <p className="ui-waiting" role="status">
      {t('app:loading')}
    </p>
  );
}

type LoadedProps<Value> = {
  /** Null until read. */
  value: Value | null;
  /** Whatever the last call threw, or null. */
  failure: unknown;
  onRetry: () => void;
  children: (value: Value) => ReactNode;
};

/** Something read from the program: that it is being read, what failed and a way to try again, what is known of it. */
export function Loaded<Value>({ value, failure, onRetry, children }: LoadedProps<Value>) {
  return (
    <>
      {failure !== null && (
        <div className="ui-failure">
          <FailureBlock error={failure} onRetry={onRetry} />
        </div>
      )}
      {value === null && failure === null && <Waiting />}
      {value !== null && children(value)}
    </>
  );
}
