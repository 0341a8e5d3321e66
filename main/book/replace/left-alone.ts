/** Which chapters can only be read, and why. */
import type { LeftAlone, LeftAloneReason } from '#shared/domain/manuscript.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

/** Null for a chapter that can be written. `waiting`: chapters a candidate waits in. */
export const reasonToLeave = (
  { documentId, encodingUnsure, hasConflict }: DocumentInfo,
  waiting: ReadonlySet<string>,
): LeftAloneReason | null => {
  if (encodingUnsure === true) return 'encoding';
  if (hasConflict === true) return 'conflict';
  return waiting.has(documentId) ? 'candidate' : null;
};

/** Those among `documents` that are left alone. */
export const listLeftAlone = (
  documents: readonly DocumentInfo[],
  waiting: ReadonlySet<string>,
): LeftAlone[] =>
  documents.flatMap((document) => {
    const reason = reasonToLeave(document, waiting);
    return reason === null ? [] : [{ documentId: document.documentId, reason }];
  });
