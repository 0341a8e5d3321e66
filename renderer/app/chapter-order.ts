/** The order of the open book's chapters as one value, for what names chapters by number: it is told anew when they change places (B3). */
import { useMemo } from 'react';
import { useSession } from './session.ts';

export const useChapterOrder = (): string => {
  const documents = useSession(({ project }) => project?.documents);
  return useMemo(() => (documents ?? []).map(({ documentId }) => documentId).join(), [documents]);
};
