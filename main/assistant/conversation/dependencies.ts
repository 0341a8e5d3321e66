/** What the operations of this room work with, and what all of them ask of it. */
import type { EventSink } from '#shared/contract/events.ts';
import type { Jobs } from '#main/jobs/service.ts';
import type { Clock, Logger } from '#main/platform.ts';
import type { ContextEngine, FenceView } from '#main/context/engine/service.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { DecodeText } from '#main/book/documents/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { SettingsService } from '#main/settings/service.ts';
import { AppError } from '#shared/errors.ts';
import type { WriteOffloadLog } from './offload/log.ts';
import type { Offloader } from './offload/offloader.ts';
import type { ProcessOwner } from './turn/process-owner.ts';
import type { NamesOf } from './provenance/name-cache.ts';
import type { ConversationStore, StoredConversation } from './store/conversation-store.ts';
import type { MessageStore } from './store/message-store.ts';
import type { OffloadStore } from './store/offload-store.ts';
import type { TurnStore } from './store/turn-store.ts';

/** What the parts of the service share. */
export type Dependencies = {
  conversations: ConversationStore;
  turns: TurnStore;
  messages: MessageStore;
  offloads: OffloadStore;
  files: ContextFilesService;
  offloader: Offloader;
  writeOffloadLog: WriteOffloadLog;
  projects: Pick<ProjectsService, 'get' | 'languageOf'>;
  fenceView: ContextEngine['fenceView'];
  /** For the project's own files. */
  decodeText: DecodeText;
  settings: Pick<SettingsService, 'get'>;
  events: EventSink;
  jobs: Jobs;
  clock: Clock;
  logger: Logger;
  owner: ProcessOwner;
  newId(): string;
  namesOf: NamesOf;
};

/** CONVERSATION_NOT_FOUND. */
export const findConversation = (
  { conversations }: Pick<Dependencies, 'conversations'>,
  conversationId: string,
): StoredConversation => {
  const found = conversations.find(conversationId);
  if (found) return found;
  throw new AppError('CONVERSATION_NOT_FOUND', 'There is no such conversation.', {
    conversationId,
  });
};

/** What may be shown beside a chapter; beside none when the chapter is gone. */
export const viewOf = (
  { fenceView }: Pick<Dependencies, 'fenceView'>,
  projectId: string,
  documentId: string | null,
): FenceView => {
  try {
    return fenceView(projectId, documentId);
  } catch (error) {
    if (documentId === null || !(error instanceof AppError)) throw error;
    if (error.code !== 'DOCUMENT_NOT_FOUND') throw error;
    return fenceView(projectId, null);
  }
};

/** Tells that something of a conversation changed. */
export const tellChange = (
  { events }: Pick<Dependencies, 'events'>,
  { projectId, conversationId }: { projectId: string; conversationId: string },
): void => {
  events.emit('conversation:changed', { projectId, conversationId });
};
