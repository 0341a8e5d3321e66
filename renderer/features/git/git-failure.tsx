import { failureOf } from '#renderer/i18n/failure.ts';
import { FailureBlock } from '#renderer/ui/index.ts';
import type { Json } from '#shared/errors.ts';

const linesOf = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [];
};

/** A failure, with the files it is about and git's own words: nobody knows the cause better. */
export function GitFailure({ error }: { error: unknown }) {
  const { details } = failureOf(error);
  const { files, chapters, output } = details;
  const lines = [...linesOf(files), ...linesOf(chapters), ...linesOf(output)];
  return (
    <>
      <FailureBlock error={error} />
      {lines.length > 0 && <pre className="git-words">{lines.join('\n')}</pre>}
    </>
  );
}
