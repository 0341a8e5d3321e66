/** Text that goes from one chapter to another, or elsewhere within one (W1). */
import { z } from 'zod';
import { Count, Identifier } from './identifiers.ts';

/** UTF-16 code units of the chapter's text. */
const Place = z.object({ documentId: Identifier, start: Count });

/** A stretch that went, or stayed. What lies in none is gone, or new. */
export const MovedPiece = z.object({ from: Place, to: Place, length: Count });
export type MovedPiece = z.infer<typeof MovedPiece>;
