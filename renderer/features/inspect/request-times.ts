import { useMemo } from 'react';
import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { formatMoments } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useInspect } from './store.ts';

/** When each of the listed requests was made, told so that no two of them read the same. */
export function useRequestTimes(): (request: AssemblySummary) => string {
  const { language } = useWords();
  const requests = useInspect((state) => state.requests);
  const times = useMemo(() => {
    const inTime = (requests ?? []).toReversed();
    const words = formatMoments(
      inTime.map(({ createdAt }) => createdAt),
      Date.now(),
      language,
    );
    return new Map(inTime.map(({ assemblyId }, index) => [assemblyId, words[index] ?? '']));
  }, [requests, language]);
  return ({ assemblyId }) => times.get(assemblyId) ?? '';
}
