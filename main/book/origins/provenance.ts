/** Whose each stretch of a text is, in the words of the contract that other programs rely on (N14). Pure. */
import {
  type OriginCode,
  type OriginRuns,
  type ProvenanceSpan,
  sourceOfCode,
} from '#shared/domain/origins.ts';

const names = {
  typed: 'writer',
  pasted: 'paste',
  imported: 'imported',
  unknown: 'unknown',
} as const;

const isOwnCode = (code: OriginCode): code is keyof typeof names => Object.hasOwn(names, code);

/** @param runOf of what was accepted of a model, by its id; undefined where nothing is known of it any more */
export const provenanceOf = (
  runs: OriginRuns,
  runOf: (sourceId: string) => string | undefined,
): ProvenanceSpan[] => {
  let end = 0;
  return runs.map(([length, code]) => {
    const start = end;
    end += length;
    if (isOwnCode(code)) return { start, end, by: names[code] };
    const sourceId = sourceOfCode(code);
    const runId = sourceId === null ? undefined : runOf(sourceId);
    return { start, end, by: 'model', ...(runId === undefined ? {} : { runId }) };
  });
};
