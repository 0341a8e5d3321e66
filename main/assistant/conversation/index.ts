import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import type { Parsed } from '#shared/contract/index.ts';
import { fileNameFor } from '#shared/domain/file-name.ts';
import { AppError } from '#shared/errors.ts';
import { assemblePrompt } from './assemble.ts';
import { createCompaction } from './compaction.ts';
import { newConversationId } from './conversation-id.ts';
import { cutExcerptAround } from './excerpt.ts';
import { exportMarkdown, untitledName } from './export-markdown.ts';
import { findMessage, offloadMessage, restoreMessage, storeOutput } from './manual-offload.ts';
import { createOffloadLog } from './offload/log.ts';
import { createTakeOut } from './offload/take-out.ts';
import { createOwnership } from './ownership.ts';
import { type Dependencies, findConversation, tellChange, viewOf } from './dependencies.ts';
import { createProcessOwner } from './process-owner.ts';
import { createNameCache, hiddenNamesOf } from './provenance/name-cache.ts';
import { createOpenRows } from './provenance/open-rows.ts';
import { ownWordsProvenance } from './provenance/provenance.ts';
import { prepareQuestion } from './question/prepare.ts';
import { needsCompaction } from './rounds.ts';
import type { ConversationService, CountText } from './service.ts';
import { createConversationStore, type StoredConversation } from './store/conversation-store.ts';
import { createMessageStore, toMessage } from './store/message-store.ts';
import { createOffloadStore } from './store/offload-store.ts';
import { createTurnStore, type StoredTurn } from './store/turn-store.ts';
import { makeTitle } from './title.ts';

export { buildContext } from './context-builder.ts';
export { conversationSources, conversationTitles } from './sources.ts';
export type { ConversationService } from './service.ts';

export type ConversationDependencies = Pick<
  Dependencies,
  'files' | 'projects' | 'fenceView' | 'decodeText' | 'settings' | 'events' | 'clock' | 'logger'
> & {
  database: Database;
  /** Makes the signal that ends a summary for being late; the usual 120 s unless told otherwise. */
  summaryDeadline?: () => AbortSignal;
};

/** Tokens of a model nobody has named yet (S4-20). */
const defaultContextWindow = 200_000;

/** More tokens than any tokenizer makes of a text that a preview shows. */
const roughCount: CountText = (text) => Math.ceil(Buffer.byteLength(text) / 2);

const infoOf = ({
  lastInputTokens: _lastInputTokens,
  contextWindow: _contextWindow,
  todos: _todos,
  ...info
}: StoredConversation) => info;

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
    takeOut: createTakeOut({ files, clock }),
    writeOffloadLog: createOffloadLog({ files, offloads, logger: given.logger }),
    owner: createProcessOwner(),
    newId: () => nanoid(),
    namesOf: createNameCache(),
  };
  const ownership = createOwnership(dependencies);
  const compact = createCompaction(dependencies, given.summaryDeadline);
  const find = (conversationId: string): StoredConversation => {
    ownership.recover();
    return findConversation(dependencies, conversationId);
  };

  /** The question as the model gets it, with the project and the chapter it is asked in. */
  const prepare = async (input: Parsed<'conversation:send'>) => {
    const { projectId } = find(input.conversationId);
    const documentId = input.documentId ?? null;
    const project = projects.get(projectId);
    const view = viewOf(dependencies, projectId, documentId);
    const content = await prepareQuestion(input, project, view, files);
    const provenance = { ...ownWordsProvenance, without: hiddenNamesOf(view, input.text) };
    return { projectId, documentId, content, provenance };
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
      const wanted = query.trim();
      const items = conversations.list(projectId).map(infoOf);
      if (wanted === '') return items;
      const hits = conversations.search(projectId, wanted);
      return items.flatMap((item) => {
        const text = hits.get(item.conversationId);
        if (text !== undefined) return [{ ...item, excerpt: cutExcerptAround(text, wanted) }];
        return item.title.toLowerCase().includes(wanted.toLowerCase()) ? [item] : [];
      });
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
      const { language } = projects.get(projectId);
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
      const { conversationId, text, attachments = [] } = input;
      find(conversationId);
      if (text.trim() === '') {
        throw new AppError('CONVERSATION_TEXT_EMPTY', 'There is nothing to answer.');
      }
      const { projectId, documentId, content, provenance } = await prepare(input);
      const turn: StoredTurn = {
        turnId: nanoid(),
        conversationId,
        projectId,
        documentId,
        state: 'running',
        owner: dependencies.owner.text,
        seenAt: clock.now(),
      };
      conversations.transaction(() => {
        const { turnId: running, title } = findConversation(dependencies, conversationId);
        if (running !== null) throw busy(conversationId);
        turns.insert(turn);
        messages.insert({
          messageId: nanoid(),
          conversationId,
          projectId,
          turnId: turn.turnId,
          role: 'user',
          content,
          original: content === text ? null : text,
          metadata: {
            turn_id: turn.turnId,
            kind: 'question',
            ...(documentId === null ? {} : { document_id: documentId }),
            ...(attachments.length === 0 ? {} : { attachments }),
          },
          contextRefs: [...new Set(attachments)],
          createdAt: turn.seenAt,
          provenance,
        });
        if (title === '') conversations.setTitle(conversationId, makeTitle(text));
        conversations.setUpdated(conversationId, turn.seenAt);
      });
      tellChange(dependencies, turn);
      return ownership.take(turn);
    },
    resume(conversationId) {
      const { turnId } = find(conversationId);
      if (turnId !== null) throw busy(conversationId);
      const latest = turns.latest(conversationId);
      if (latest === null || latest.state === 'done') {
        throw new AppError('CONVERSATION_NOTHING_TO_RESUME', 'No turn of it broke off.', {
          conversationId,
        });
      }
      const turn: StoredTurn = {
        ...latest,
        state: 'running',
        owner: dependencies.owner.text,
        seenAt: clock.now(),
      };
      conversations.transaction(() => {
        if (findConversation(dependencies, conversationId).turnId !== null)
          throw busy(conversationId);
        turns.reopen(turn.turnId, turn.owner, turn.seenAt);
      });
      tellChange(dependencies, turn);
      return ownership.take(turn);
    },
    async preview(input, system, count = roughCount, contextWindow) {
      const { conversationId } = input;
      const { projectId, documentId, content } = await prepare(input);
      const rows = messages.live(conversationId, null);
      const scope = { conversationId, projectId, documentId, turnId: null, contextWindow };
      const question = { kind: 'question', messageId: '', text: content } as const;
      const { prompt } = await assemblePrompt(dependencies, scope, rows, system, count, question);
      return { prompt, lastInputTokens: find(conversationId).lastInputTokens };
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

const busy = (conversationId: string): AppError =>
  new AppError('CONVERSATION_BUSY', 'A turn of this conversation is under way.', {
    conversationId,
  });
