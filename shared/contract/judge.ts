/** The calls about the judge. */
import { z } from 'zod';
import { Coverage, Finding, JudgeMode, Waiver } from '../domain/finding.ts';
import { Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { AgreedSum } from '../domain/purse.ts';
import { defineChannel } from './define.ts';

const Checked = Coverage.extend({
  /** In text order. */
  findings: z.array(Finding),
  /** Constraints that no exact rule covers whole, or none can decide of this text. */
  needsModel: z.array(Identifier),
  /** `absent`: there is none or it was not to be asked; `failed`: it gave no usable answer. */
  model: z.enum(['absent', 'answered', 'failed']),
});

const Settings = z.object({ mode: JudgeMode });

/** F13, N4, S3-25. */
export const judgeContract = {
  /**
   * A chapter as it is saved, or a text. A text with a document is judged as if it stood in that chapter, one
   * without as if it stood at the end of the book.
   */
  'judge:check': defineChannel(
    ProjectScope.extend({
      documentId: Identifier.optional(),
      text: z.string().max(2_000_000).optional(),
      /** Whether a model may be asked where the rules do not reach; true unless said otherwise. */
      askModel: z.boolean().optional(),
      /** What of a `question` the writer agreed to. */
      agreedTo: AgreedSum.optional(),
    }).refine(({ documentId, text }) => documentId !== undefined || text !== undefined, {
      message: 'documentId or text is needed',
    }),
    Checked,
  ),
  /** The last check of each chapter, kept over restarts; what was edited or reworded since is left out. */
  'judge:checks:list': defineChannel(
    ProjectScope,
    z.object({
      items: z.array(
        Checked.extend({
          documentId: Identifier,
          /** The chapter was edited since: what was checked is an earlier text. */
          edited: z.boolean(),
        }),
      ),
    }),
  ),
  'judge:checks:remove': defineChannel(ProjectScope.extend({ documentId: Identifier }), Nothing),
  /** Exactly one of `constraintId` and `entityId`, as the finding has it; `quote` is kept for the list. */
  'judge:waive': defineChannel(
    ProjectScope.extend({
      findingId: Identifier,
      constraintId: Identifier.optional(),
      entityId: Identifier.optional(),
      quote: z.string().min(1).max(2000),
      reason: z.string().trim().min(1).max(2000),
    }).refine(
      ({ constraintId, entityId }) => constraintId !== undefined || entityId !== undefined,
      { message: 'constraintId or entityId is needed' },
    ),
    Waiver,
  ),
  'judge:unwaive': defineChannel(ProjectScope.extend({ findingId: Identifier }), Nothing),
  'judge:waivers:list': defineChannel(ProjectScope, z.object({ items: z.array(Waiver) })),
  'judge:settings:get': defineChannel(ProjectScope, Settings),
  'judge:settings:update': defineChannel(ProjectScope.extend({ mode: JudgeMode }), Settings),
};
