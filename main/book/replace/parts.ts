/** What the operations of replacing work with. */
import type { EventBus } from '#main/events.ts';
import type { Clock } from '#main/platform.ts';
import type { ConstraintsService } from '../constraints/service.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import type { MemoryService } from '../memory/service.ts';
import type { NotesService } from '../notes/service.ts';
import type { SceneFactsService } from '../scene-facts/service.ts';
import type { ThreadsService } from '../threads/service.ts';
import type { EndNotes } from './end-notes.ts';
import type { LongerReader } from './read-longer.ts';
import type { RunningReplacements } from './running.ts';
import type { ReplacementStore } from './store.ts';

/** What the operations of this room share. */
export type ReplaceParts = {
  documents: DocumentsService;
  knowledge: KnowledgeService;
  constraints: ConstraintsService;
  memory: Pick<MemoryService, 'listRules' | 'updateRule'>;
  threads: Pick<ThreadsService, 'listStored' | 'reword'>;
  notes: Pick<NotesService, 'listStored' | 'reword'>;
  sceneFacts: Pick<SceneFactsService, 'listStored' | 'reword'>;
  store: ReplacementStore;
  longer: Pick<LongerReader, 'read'>;
  ends: EndNotes;
  clock: Clock;
  events: EventBus;
  running: RunningReplacements;
  /** Chapters in which a candidate waits for the writer: their text must not move under it. */
  waitingChapters(projectId: string): Promise<ReadonlySet<string>>;
};
