/** What the operations of replacing work with. */
import type { EventBus } from '#main/events.ts';
import type { Clock } from '#main/platform.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { FollowedMarks, KnownEdits } from '../locate-marked.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import type { EndNotes } from './end-notes.ts';
import type { LongerReader } from './read-longer.ts';
import type { RecordKinds } from './record-kinds.ts';
import type { RunningReplacements } from './running.ts';
import type { ProposedSynopses } from './service.ts';
import type { ReplacementStore } from './store.ts';

/** What the operations of this room share. */
export type ReplaceParts = {
  documents: DocumentsService;
  knowledge: KnowledgeService;
  kinds: RecordKinds;
  proposals: ProposedSynopses;
  /** Of whatever has marked places in the text: of a short one that was replaced whole no words are left to look for. */
  marks: readonly FollowedMarks[];
  store: ReplacementStore;
  longer: Pick<LongerReader, 'read'>;
  ends: EndNotes;
  clock: Clock;
  events: EventBus;
  running: RunningReplacements;
  /** Chapters in which a candidate waits for the writer: their text must not move under it. */
  waitingChapters(projectId: string): Promise<ReadonlySet<string>>;
};

/** Before the text of these chapters is edited: after it marked places are followed from where they were seen. */
export const locateAll = async (
  { marks }: Pick<ReplaceParts, 'marks'>,
  projectId: string,
  documentIds: readonly string[],
): Promise<void> => {
  for (const { locate } of marks) await locate(projectId, new Set(documentIds));
};

/** At once: what looks at the text of now before all of them know of the edits would not find the places. */
export const followAll = async (
  { marks }: Pick<ReplaceParts, 'marks'>,
  projectId: string,
  edits: KnownEdits,
): Promise<void> => {
  await Promise.all(marks.map(({ follow }) => follow(projectId, edits)));
};
