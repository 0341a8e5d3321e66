/** The calls about what left this machine. */
import { z } from 'zod';
import { EgressEntry } from '../domain/egress.ts';
import { Count, Identifier, Timestamp } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

/** Row B12: what left this machine. Filters may name a book that is closed. */
export const egressContract = {
  /** Newest first. `total`: how many fit the filter; `dropped`: older ones that made room for newer ones, of all books. */
  'egress:list': defineChannel(
    z.object({
      projectId: Identifier.optional(),
      assemblyId: Identifier.optional(),
      since: Timestamp.optional(),
      until: Timestamp.optional(),
      limit: z.int().min(1).max(20_000).default(200),
    }),
    z.object({ items: z.array(EgressEntry), total: Count, dropped: Count }),
  ),
};
