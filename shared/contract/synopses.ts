/** The calls about synopses that a model proposes: made one by one or as a job, taken by the writer (E3). */
import { z } from 'zod';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { AgreedSum } from '../domain/purse.ts';
import { SceneAddress } from '../domain/scene-facts.ts';
import {
  SynopsisChoice,
  SynopsisForecast,
  SynopsisJob,
  SynopsisProposal,
} from '../domain/synopsis.ts';
import { ErrorCode } from '../errors.ts';
import { defineChannel } from './define.ts';

/** The writer agreed to what PURSE_ASKS told, or to that sum of it. */
const Agreement = { isAgreed: z.boolean().optional(), agreedTo: AgreedSum.optional() };

/** `rest`: what the last job left. */
const JobScope = ProjectScope.extend({ which: z.enum([...SynopsisChoice.options, 'rest']) });

const Chosen = ProjectScope.extend({ proposalIds: z.array(Identifier).min(1).max(10_000) });
const Missed = z.array(z.object({ proposalId: Identifier, code: ErrorCode }));

export const synopsesContract = {
  'synopses:list': defineChannel(
    ProjectScope,
    z.object({ items: z.array(SynopsisProposal), job: SynopsisJob.nullable() }),
  ),
  /**
   * Asks the chosen model about one chapter. SYNOPSIS_KEPT_BACK where it may not be sent, SYNOPSIS_BUSY, PROJECT_LOCKED,
   * PURSE_ASKS, and what calls to models meet.
   */
  'synopses:propose': defineChannel(
    ProjectScope.extend({ documentId: Identifier, ...Agreement }),
    SynopsisProposal,
  ),
  /**
   * Asks the chosen model about one scene, for the writer to take the answer with `manuscript:scenes:update` or not: it is kept
   * nowhere. `redacted`: paragraphs it was not told. SCENE_NOT_FOUND, and as above (W1).
   */
  'synopses:scene:propose': defineChannel(
    ProjectScope.extend({ at: SceneAddress, ...Agreement }),
    z.object({ text: z.string(), redacted: Count }),
  ),
  /** MODEL_NOT_SELECTED, SYNOPSIS_JOB_NOT_FOUND. */
  'synopses:job:forecast': defineChannel(JobScope, SynopsisForecast),
  /** The same, and SYNOPSIS_BUSY, PROJECT_LOCKED, PURSE_ASKS. Progress comes as `synopses:changed`. */
  'synopses:job:start': defineChannel(JobScope.extend(Agreement), SynopsisJob),
  /** What is proposed stays. Nothing happens where none runs. */
  'synopses:job:cancel': defineChannel(ProjectScope, Nothing),
  /**
   * Makes proposals the synopses of their chapters. Those that could not be are told with the reason; where none could,
   * the call fails with the first: SYNOPSIS_NOT_FOUND, SYNOPSIS_SETTLED, DOCUMENT_NOT_FOUND, PROJECT_LOCKED,
   * SYNOPSIS_CHANGED where the chapter's synopsis is another than it was and `replaceChanged` is not true.
   */
  'synopses:accept': defineChannel(
    Chosen.extend({ replaceChanged: z.boolean().optional() }),
    z.object({ accepted: z.array(Identifier), missed: Missed }),
  ),
  /**
   * Accepted ones wait again, and their chapters have the synopses of before, as old as they were. While the program that
   * accepted them runs: later SYNOPSIS_SETTLED; SYNOPSIS_CHANGED where the chapter's synopsis is another by now. Else as accept.
   */
  'synopses:takeBack': defineChannel(
    Chosen,
    z.object({ takenBack: z.array(Identifier), missed: Missed }),
  ),
  /** As accept: SYNOPSIS_NOT_FOUND, SYNOPSIS_SETTLED. */
  'synopses:reject': defineChannel(
    Chosen,
    z.object({ rejected: z.array(Identifier), missed: Missed }),
  ),
};
