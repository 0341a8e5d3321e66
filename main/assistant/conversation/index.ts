/** Makes the conversations of this installation. */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { assemblePrompt } from './assemble.ts';
import { createCompaction } from './compaction/compact.ts';
import { newConversationId } from './conversation-id.ts';
import { exportMarkdown, untitledName } from './export-markdown.ts';
import { infoOf, listConversations } from './list-conversations.ts';
import { findMessage, offloadMessage, restoreMessage, storeOutput } from './manual-offload.ts';
import { createOffloadLog } from './offload/log.ts';
import { createOffloader } from './offload/offloader.ts';
import { beginTurn, prepareInput, resumeTurn } from './turn/begin-turn.ts';
import { createOwnership } from './turn/ownership.ts';
import { type Dependencies, findConversation, tellChange } from './dependencies.ts';
import { createProcessOwner } from './turn/process-owner.ts';
import { createNameCache } from './provenance/name-cache.ts';
import { createOpenRows } from './provenance/open-rows.ts';
import { needsCompaction } from './rounds.ts';
import type { ConversationService, CountText } from './service.ts';
import { createConversationStore, type StoredConversation } from './store/conversation-store.ts';
import { createMessageStore, toMessage } from './store/message-store.ts';
import { createOffloadStore } from './store/offload-store.ts';
import { createTurnStore } from './store/turn-store.ts';

export { buildContext } from './context-builder.ts';
export { fileOrigins } from './file-origins.ts';
export { conversationSources, conversationTitles } from './sources.ts';
export type { ConversationService } from './service.ts';

export type ConversationDependencies = Pick<
  Dependencies,
  | 'files'
  | 'projects'
  | 'fenceView'
  | 'decodeText'
  | 'settings'
  | 'events'
  | 'jobs'
  | 'clock'
  | 'logger'
> & {
  database: Database;
  /** Makes the signal that ends a summary for being late; the usual 120 s unless told otherwise. */
  summaryDeadline?: () => AbortSignal;
};

/** Tokens of a model nobody has named yet (S4-20). */
const defaultContextWindow = 200_000;

/** More tokens than any tokenizer makes of a text that a preview shows. */
const roughCount: CountText = (text) => Math.ceil(Buffer.byteLength(text) / 2);

/**
 * Conversations (S2, S4): what was said and done, on disk before a call returns, and what of it goes into a prompt.
 * Turns of a process that is gone are ended when somebody looks.
 */
export const createConversations = (given: ConversationDependencies): ConversationService => {
  const { database, files, projects, clock } = given;
  const conversations = createConversationStore(database);
  const turns = createTurnStore(database);
  const messages = createMessageStore(database);
  const offloads = createOffloadStore(database);
  const dependencies: Dependencies = {
    ...given,
    conversations,
    turns,
    messages,
    offloads,
    offloader: createOffloader({ files, clock }),
    writeOffloadLog: createOffloadLog({ files, offloads, logger: given.logger }),
    owner: createProcessOwner(),
    newId: () => nanoid(),
    namesOf: createNameCache(),
  };
  const ownership = createOwnership(dependencies);
  const compact = createCompaction(dependencies, given.summaryDeadline);
  /** A turn that has ended is not under way, whatever the disk could take of it. */
  const asTold = <T extends { turnId: string | null }>(info: T): T =>
    ownership.isOver(info.turnId) ? { ...info, turnId: null } : info;
  const find = (conversationId: string): StoredConversation => {
    ownership.recover();
    return asTold(findConversation(dependencies, conversationId));
  };

  ownership.recover();
  return {
    create({ projectId, title = '' }) {
      for (;;) {
        const now = clock.now();
        const conversationId = newConversationId(now);
        const row = { conversationId, projectId, title, now, contextWindow: defaultContextWindow };
        if (!conversations.insert(row)) continue;
        tellChange(dependencies, row);
        return infoOf(find(conversationId));
      }
    },
    list(projectId, query = '') {
      ownership.recover();
      return listConversations(dependencies, projectId, query).map(asTold);
    },
    get(conversationId, after) {
      const info = infoOf(find(conversationId));
      const from =
        after === undefined ? 0 : findMessage(dependencies, conversationId, after).sequence;
      return { ...info, messages: messages.list(conversationId, from).map(toMessage) };
    },
    rename(conversationId, title) {
      const row = find(conversationId);
      conversations.setTitle(conversationId, title);
      tellChange(dependencies, row);
      return infoOf(find(conversationId));
    },
    async remove(conversationId) {
      const row = find(conversationId);
      await files.removeConversation(conversationId);
      conversations.remove(conversationId);
      tellChange(dependencies, row);
    },
    exportText(conversationId) {
      const { projectId, title } = find(conversationId);
      const language = projects.languageOf(projectId);
      const rows = messages
        .list(conversationId)
        .map((row) => messages.find(conversationId, row.messageId) ?? row);
      const name = fileNameFor(title) ?? untitledName(language);
      return { fileName: `${name}.md`, text: exportMarkdown(title, rows, language) };
    },
    original(conversationId, messageId) {
      const row = findMessage(dependencies, conversationId, messageId);
      return row.original ?? row.content;
    },
    offload: (conversationId, messageId) => offloadMessage(dependencies, conversationId, messageId),
    restore: (conversationId, messageId) => restoreMessage(dependencies, conversationId, messageId),
    storeOutput: (conversationId, messageId) =>
      storeOutput(dependencies, conversationId, messageId),
    async attach({ conversationId, name, text }) {
      find(conversationId);
      return files.create(conversationId, {
        kind: 'artifact',
        mimeType: 'text/plain',
        hint: name,
        source: { type: 'attachment', id: '', name },
        content: text,
        name: { for: 'tool', callId: name },
      });
    },
    async eraseFiles(projectId) {
      for (const { conversationId } of conversations.list(projectId)) {
        await files.removeConversation(conversationId);
      }
    },
    forgetProject(projectId) {
      for (const { conversationId } of conversations.list(projectId)) {
        conversations.remove(conversationId);
      }
    },
    projectOf: (conversationId) => conversations.find(conversationId)?.projectId ?? null,

    info: (conversationId) => infoOf(find(conversationId)),
    async begin(input) {
      find(input.conversationId);
      ownership.storeEnd(input.conversationId);
      return ownership.take(await beginTurn(dependencies, input));
    },
    resume(conversationId) {
      find(conversationId);
      ownership.storeEnd(conversationId);
      return ownership.take(resumeTurn(dependencies, conversationId));
    },
    async preview(input, system, count = roughCount, contextWindow) {
      const { conversationId } = input;
      const { lastInputTokens } = find(conversationId);
      const { projectId, documentId, content } = await prepareInput(dependencies, input);
      const scope = { conversationId, projectId, documentId, turnId: null, contextWindow };
      const question = { kind: 'question', messageId: '', text: content } as const;
      const rows = messages.live(conversationId, null);
      const promptInput = { rows, system, count, question };
      const { prompt } = await assemblePrompt(dependencies, scope, promptInput);
      return { prompt, lastInputTokens };
    },
    needsCompaction(conversationId, inputText, contextWindow) {
      const { lastInputTokens } = find(conversationId);
      const amount = messages.countLive(conversationId);
      return needsCompaction(lastInputTokens, inputText, contextWindow, amount);
    },
    compact: (request, signal) => compact(request, signal),
    opensFile(conversationId, contextId, view) {
      const { projectId } = findConversation(dependencies, conversationId);
      return createOpenRows(dependencies, { conversationId, projectId }, view).opensFile(contextId);
    },
    close: () => ownership.close(),
  };
};
