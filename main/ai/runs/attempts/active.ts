/** A run under way, and the parts that runs are carried out with. */
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { OutputNote, Run, Usage } from '#shared/domain/run.ts';
import type { Skill } from '#shared/domain/skill.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { ModelDoor } from '#main/egress/service.ts';
import type { ContextEngine, Prepared } from '#main/context/engine/service.ts';
import { type Anchor, anchorAt } from '#main/base/anchors/anchor.ts';
import type { Candidates } from '../candidates/candidates.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { Profiles } from '../models/profiles.ts';
import type { ModelsService } from '../service.ts';
import type { StoredProfile } from '../models/profile-store.ts';
import type { AttemptDependencies } from './attempt-run.ts';
import type { RunJudge } from './run-judge.ts';
import type { RunStore } from './run-store.ts';

export type RunsDependencies = AttemptDependencies & {
  store: RunStore;
  candidates: Pick<Candidates, 'add' | 'states'>;
  engine: Pick<ContextEngine, 'prepare' | 'listItems' | 'fenceView'>;
  documents: Pick<DocumentsService, 'read'>;
  profiles: Pick<Profiles, 'selected' | 'find'>;
  models: Pick<ModelsService, 'complete'>;
  /** Ms a model has to say what is to be looked up (E6). */
  lookUpMs: number;
  findSkill(skillId: string): Skill;
  judge: RunJudge | null;
  events: EventSink;
  clock: Clock;
  logger: Logger;
};

/** One run under way. */
export type Active = {
  run: Run;
  request: AssembleRequest;
  prepared: Prepared;
  profile: StoredProfile;
  skill: Skill;
  /** Null when the answer goes to the panel. */
  target: Anchor | null;
  /** What its first request can cost is kept from the beginning. */
  door: ModelDoor;
  signal: AbortSignal;
  /** What came before its text and is to be known of it. */
  notes: readonly OutputNote[];
  /** What was asked before took; null where nothing was. */
  usageBefore: Usage | null;
  /** Whether no fence was put up since the request was made: its answer may tell of what has been closed meanwhile. */
  isStillOpen(): boolean;
};

/** What the answer takes the place of, or where it is put. */
export const targetOf = (skill: Skill, prepared: Prepared): Anchor | null => {
  if (skill.placement === 'panel') return null;
  const { text, version, start, end } = prepared.chapter;
  return anchorAt(text, version, skill.placement === 'insert' ? end : start, end);
};
