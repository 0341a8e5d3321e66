/** The calls about contradictions of codex and text (N15). For what rules find nothing is sent; a model is asked by a job. */
import { z } from 'zod';
import { Contradiction, ContradictionForecast, ContradictionJob } from '../domain/contradiction.ts';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { AgreedSum } from '../domain/purse.ts';
import { defineChannel } from './define.ts';

/** Without ids: the whole book. A finding belongs to a chapter where one of its two places stands. */
const Chapters = ProjectScope.extend({
  documentIds: z.array(Identifier).min(1).max(10_000).optional(),
});
/** `rest`: what the last job left, of the chapters it was for. */
const Asking = Chapters.extend({ rest: z.boolean().optional() });
/** The writer agreed to what PURSE_ASKS told, or to that sum of it. */
const Agreement = { isAgreed: z.boolean().optional(), agreedTo: AgreedSum.optional() };
const Chosen = ProjectScope.extend({ findingIds: z.array(Identifier).min(1).max(10_000) });

export const contradictionsContract = {
  /** In the order of the book. Those whose two places are both gone, and dismissed ones of which one is, are left out. */
  'contradictions:list': defineChannel(
    ProjectScope,
    z.object({ items: z.array(Contradiction), job: ContradictionJob.nullable() }),
  ),
  /**
   * Has the rules read the codex and the whole book, fenced chapters too, and keeps what they find of the named chapters in
   * place of what they found before; what was dismissed stays so. `taskId`: how far it is comes as `jobs:changed` under this
   * name, and it goes on without who asked. CANCELLED, PROJECT_LOCKED, DOCUMENT_NOT_FOUND.
   */
  'contradictions:check': defineChannel(
    Chapters.extend({ taskId: Identifier.optional() }),
    z.object({ found: Count, chapters: Count, unreadable: z.array(Identifier) }),
  ),
  /** What a model would be asked, and what that takes at most. MODEL_NOT_SELECTED, MODEL_PROMPT_TOO_LONG, CONTRADICTION_JOB_NOT_FOUND. */
  'contradictions:job:forecast': defineChannel(Asking, ContradictionForecast),
  /**
   * Asks the chosen model about the entries that are named most, one request each: nothing a fence closes is in it. The same
   * errors, and CONTRADICTION_BUSY, PROJECT_LOCKED, PURSE_ASKS. `contradictions:changed` comes after each answer.
   */
  'contradictions:job:start': defineChannel(Asking.extend(Agreement), ContradictionJob),
  /** What was found stays. Nothing happens where none runs. */
  'contradictions:job:cancel': defineChannel(ProjectScope, Nothing),
  /** CONTRADICTION_NOT_FOUND: nothing was changed. */
  'contradictions:dismiss': defineChannel(Chosen, z.object({ dismissed: Count })),
  /** Dismissed ones are findings again. CONTRADICTION_NOT_FOUND: nothing was changed. */
  'contradictions:restore': defineChannel(Chosen, z.object({ restored: Count })),
};
