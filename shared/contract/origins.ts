/** The calls about where the text of a book comes from (N14). */
import { z } from 'zod';
import { AcceptedSource, OriginCounts, ProvenanceSpan } from '../domain/origins.ts';
import { Count, Identifier, ProjectScope, Timestamp } from '../domain/identifiers.ts';
import { ChapterNumber } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

export const originsContract = {
  /** Spans that cover the text as `documents:read` gives it, one behind the other. DOCUMENT_NOT_FOUND, DOCUMENT_UNREADABLE. */
  'provenance:read': defineChannel(
    ProjectScope.extend({ documentId: Identifier }),
    z.object({ spans: z.array(ProvenanceSpan), version: z.string() }),
  ),
  /** Counts, names and hashes; no text of any chapter. What `documents:read` and `documents:save` carry is the text's own. */
  'origins:report': defineChannel(
    ProjectScope,
    z.object({
      chapters: z.array(
        z.object({
          documentId: Identifier,
          title: z.string(),
          chapter: ChapterNumber,
          /** It bears a fence: what leaves the desk does not name it. */
          isFenced: z.boolean(),
          /** Of the text in UTF-8 with `\n` line ends, in hexadecimal digits; null where it could not be read. */
          sha256: z.string().nullable(),
          /** Characters without white space. */
          counts: OriginCounts,
          /** Characters of each accepted text that still stand. */
          accepted: z.array(z.object({ sourceId: Identifier, count: Count })),
        }),
      ),
      /** When the book was first opened in Fabula, here or on the computer a bundle or backup brought it from; of what came before nothing is known. */
      since: Timestamp,
      /** What was accepted and still stands, oldest first. */
      sources: z.array(AcceptedSource),
    }),
  ),
};
