/** The calls about models, skills, runs and candidates. */
import { z } from 'zod';
import { Candidate } from '../domain/candidate.ts';
import { Count, Identifier, Language, Nothing, ProjectScope } from '../domain/identifiers.ts';
import {
  ModelProfile,
  Prices,
  ProfileId,
  Provider,
  ToolProtocol,
} from '../domain/model-profile.ts';
import { AgreedSum, PurseExcess } from '../domain/purse.ts';
import { Run } from '../domain/run.ts';
import { SkillInfo, SkillProblem } from '../domain/skill.ts';
import { ErrorCode } from '../errors.ts';
import { AssembleRequest } from './context.ts';
import { defineChannel } from './define.ts';

const ModelList = z.object({
  items: z.array(ModelProfile),
  selectedId: ProfileId.nullable(),
  /** Where a key given now would be kept: the system's keychain, or an encrypted file in the data folder. */
  keyStorage: z.enum(['keychain', 'file']),
});

/** What a trial call showed. `code` names what is wrong; null when the model answered. */
export const ConnectionResult = z.object({
  ok: z.boolean(),
  code: ErrorCode.nullable(),
  message: z.string(),
  /** What the provider itself said, where it said something. */
  provider: z.string().optional(),
  /** By how much the trial was over a cap, where that kept it back (N12). */
  refusal: PurseExcess.optional(),
  milliseconds: Count,
});
export type ConnectionResult = z.infer<typeof ConnectionResult>;

/** A model server of this machine that answered on its usual port. */
export const LocalServer = z.object({
  name: z.string(),
  provider: Provider,
  baseUrl: z.string(),
  models: z.array(z.string()),
});
export type LocalServer = z.infer<typeof LocalServer>;

const ProfileScope = z.object({ id: ProfileId });
const tokens = z.number().int().min(1).max(10_000_000);

export const aiContract = {
  'ai:models:list': defineChannel(Nothing, ModelList),
  /**
   * Makes or replaces a profile. `apiKey`: absent keeps the stored key, '' removes it. The first profile is
   * selected at once. MODEL_INVALID.
   */
  'ai:models:save': defineChannel(
    z.object({
      id: ProfileId,
      provider: Provider,
      baseUrl: z.string().max(2000).optional(),
      model: z.string().trim().min(1).max(200),
      /** S4-20: 200,000 unless told. */
      contextWindow: tokens.min(512).default(200_000),
      maxOutput: tokens.optional(),
      /** At most the window less the answer; absent stays, null is the usual limit of 64,000 (E2, S3-42). */
      maxInput: tokens.nullable().optional(),
      apiKey: z.string().max(4000).optional(),
      toolProtocol: ToolProtocol.optional(),
      caching: z.boolean().optional(),
      prices: Prices.nullable().optional(),
    }),
    ModelList,
  ),
  'ai:models:select': defineChannel(ProfileScope, ModelList),
  'ai:models:remove': defineChannel(ProfileScope, ModelList),
  /** One short call to the model. What is wrong with the connection is an answer, not an error. */
  'ai:models:test': defineChannel(ProfileScope, ModelList.extend({ result: ConnectionResult })),
  /** Asks the usual ports of this machine, and no other machine. */
  'ai:models:discover': defineChannel(Nothing, z.object({ items: z.array(LocalServer) })),

  /** Titles in `language`, else in that of the settings or of the machine. */
  'ai:skills:list': defineChannel(
    z.object({ language: Language.optional() }),
    z.object({
      items: z.array(SkillInfo),
      problems: z.array(SkillProblem),
      /** Folder of the writer's own skill files. */
      folder: z.string(),
    }),
  ),
  /** The file as it is written. */
  'ai:skills:read': defineChannel(
    z.object({ skillId: Identifier }),
    z.object({ skillId: Identifier, file: z.string(), source: z.string() }),
  ),
  /** Writes a copy into the writer's own folder, to be changed there. SKILL_INVALID when the name is taken. */
  'ai:skills:copy': defineChannel(
    z.object({
      skillId: Identifier,
      newSkillId: z
        .string()
        .max(60)
        .regex(/^[a-z0-9\p{Script=Han}][a-z0-9\p{Script=Han}-]*$/u),
    }),
    z.object({ skillId: Identifier, file: z.string() }),
  ),

  /**
   * Starts a run and answers at once; what comes, comes as events. `mute` leaves items out. `rerunOf` is the run
   * this one is to be compared with: what that one had no place for stays out, so that the two requests differ by
   * `mute` alone (N6).
   * MODEL_NOT_SELECTED, SELECTION_INVALID and the errors of `context:assemble`.
   */
  'ai:run': defineChannel(
    AssembleRequest.extend({
      rerunOf: Identifier.optional(),
      /** The writer was told what it takes (PURSE_ASKS) and wants it. */
      isAgreed: z.boolean().optional(),
      /** What they were told: a request that has come to take more is asked about anew. */
      agreedTo: AgreedSum.optional(),
    }),
    z.object({ runId: Identifier, assemblyId: Identifier }),
  ),
  'ai:cancel': defineChannel(z.object({ runId: Identifier }), Nothing),
  /** Newest first; running ones with the text that has come so far. */
  'ai:runs:list': defineChannel(
    ProjectScope.extend({ limit: z.number().int().min(1).max(200).optional() }),
    z.object({ items: z.array(Run) }),
  ),
  /**
   * Judges an answer once more, with the model for what no rule reaches, whatever the project's mode is; the run
   * keeps the outcome. `agreedTo`: what of its coverage's `question` the writer agreed to. RUN_NOT_FOUND,
   * SELECTION_INVALID when the answer is no prose, MODEL_NOT_SELECTED.
   */
  'ai:runs:judge': defineChannel(
    ProjectScope.extend({ runId: Identifier, agreedTo: AgreedSum.optional() }),
    z.object({ run: Run }),
  ),

  'ai:candidates:list': defineChannel(
    ProjectScope.extend({ documentId: Identifier.optional() }),
    z.object({ items: z.array(Candidate) }),
  ),
  /**
   * Writes the candidate, or the named hunks of it, after a snapshot: restoring `snapshotId` gives the bytes
   * back. CANDIDATE_STALE (and it stays) when its place cannot be found, CANDIDATE_NOT_FOUND.
   */
  'ai:candidates:accept': defineChannel(
    z.object({ candidateId: Identifier, hunks: z.array(Count).min(1).max(10_000).optional() }),
    z.object({
      version: z.string(),
      snapshotId: Identifier,
      documentId: Identifier,
      /** Where the new text stands now. */
      start: Count,
      end: Count,
      /** True when the chapter was made: deleting it is the whole undo, the snapshot is its empty beginning. */
      created: z.boolean(),
      /** What of it counts as accepted words: undoing it in the page takes as many back (W3). */
      words: Count,
      /** Candidates for the same passage, which it took the place of. They can be had back with `restore`. */
      setAside: z.array(Identifier),
    }),
  ),
  /** Lets a candidate that was rejected or set aside wait again. CANDIDATE_NOT_FOUND. */
  'ai:candidates:restore': defineChannel(z.object({ candidateId: Identifier }), Nothing),
  'ai:candidates:reject': defineChannel(z.object({ candidateId: Identifier }), Nothing),
};
