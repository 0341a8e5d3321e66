/** What failed where nothing was there to tell of it. */
import { reportFailure } from './report-failure.ts';

/** Somebody gave up on it, who knows. */
const isGivenUp = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * An exception that no handler caught, and a promise that failed unheard, are told like any other failure. What the browser
 * itself complains of comes without one.
 * @returns ends it
 */
export function tellUntoldFailures(page: Window): () => void {
  const tell = (error: unknown): void => {
    if (error !== null && error !== undefined && !isGivenUp(error)) reportFailure(error);
  };
  const onError = ({ error }: ErrorEvent): void => tell(error);
  const onRejection = ({ reason }: PromiseRejectionEvent): void => tell(reason);
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  return () => {
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
  };
}
