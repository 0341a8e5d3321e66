/** The calls about contradictions of codex and text (N15). What rules find is found on this machine: nothing is sent for it. */
import { z } from 'zod';
import { Contradiction } from '../domain/contradiction.ts';
import { Count, Identifier, ProjectScope } from '../domain/identifiers.ts';
import { defineChannel } from './define.ts';

/** Without ids: the whole book. A finding belongs to a chapter where one of its two places stands. */
const Chapters = ProjectScope.extend({
  documentIds: z.array(Identifier).min(1).max(10_000).optional(),
});
const Chosen = ProjectScope.extend({ findingIds: z.array(Identifier).min(1).max(10_000) });

export const contradictionsContract = {
  /** In the order of the book. Those whose two places are both gone, and dismissed ones of which one is, are left out. */
  'contradictions:list': defineChannel(ProjectScope, z.object({ items: z.array(Contradiction) })),
  /**
   * Has the rules read the codex and the whole book, fenced chapters too, and keeps what they find of the named chapters in
   * place of what they found before; what was dismissed stays so. `taskId`: how far it is comes as `task:progress` under this
   * name. CANCELLED, PROJECT_LOCKED, DOCUMENT_NOT_FOUND.
   */
  'contradictions:check': defineChannel(
    Chapters.extend({ taskId: Identifier.optional() }),
    z.object({ found: Count, chapters: Count, unreadable: z.array(Identifier) }),
  ),
  /** CONTRADICTION_NOT_FOUND: nothing was changed. */
  'contradictions:dismiss': defineChannel(Chosen, z.object({ dismissed: Count })),
  /** Dismissed ones are findings again. CONTRADICTION_NOT_FOUND: nothing was changed. */
  'contradictions:restore': defineChannel(Chosen, z.object({ restored: Count })),
};
