/** Begins a turn with the writer's question, or goes on with the one that broke off. */
import type { Parsed } from '#shared/contract/index.ts';
import { documentKey } from '#shared/domain/source-key.ts';
import { AppError } from '#shared/errors.ts';
import type { FenceView } from '#main/context/engine/service.ts';
import { type Dependencies, findConversation, tellChange, viewOf } from '../dependencies.ts';
import { hiddenNamesOf } from '../provenance/name-cache.ts';
import { ownWordsProvenance, type Provenance } from '../provenance/provenance.ts';
import { prepareQuestion } from '../question/prepare.ts';
import type { StoredTurn } from '../store/turn-store.ts';
import { makeTitle } from '../title.ts';

const busy = (conversationId: string): AppError =>
  new AppError('CONVERSATION_BUSY', 'A turn of this conversation is under way.', {
    conversationId,
  });

export type PreparedQuestion = {
  projectId: string;
  documentId: string | null;
  content: string;
  provenance: Provenance;
};

/** Refuses a message with a note that was put into it before its chapter, or an entry it names, was fenced (W4). NOTE_CLOSED. */
const checkQuoted = (
  view: FenceView,
  { quoted = [] }: Pick<Parsed<'conversation:send'>, 'quoted'>,
): void => {
  const closed = quoted.find(
    ({ documentId, words }) =>
      view.closes(documentKey(documentId)) || hiddenNamesOf(view, words).length > 0,
  );
  if (!closed) return;
  throw new AppError('NOTE_CLOSED', 'A note in the message stands with what is kept from models.', {
    documentId: closed.documentId,
  });
};

/** The question as the model gets it, with the project and the chapter it is asked in. NOTE_CLOSED. */
export const prepareInput = async (
  dependencies: Dependencies,
  input: Parsed<'conversation:send'>,
): Promise<PreparedQuestion> => {
  const { projectId } = findConversation(dependencies, input.conversationId);
  const documentId = input.documentId ?? null;
  const project = dependencies.projects.get(projectId);
  const view = viewOf(dependencies, projectId, documentId);
  checkQuoted(view, input);
  const content = await prepareQuestion(input, project, view, dependencies.files);
  const provenance = {
    ...ownWordsProvenance,
    read: (input.quoted ?? []).map((note) => documentKey(note.documentId)),
    without: hiddenNamesOf(view, input.text),
  };
  return { projectId, documentId, content, provenance };
};

/** Stores the writer's words (S4-23). CONVERSATION_BUSY, CONVERSATION_TEXT_EMPTY. */
export const beginTurn = async (
  dependencies: Dependencies,
  input: Parsed<'conversation:send'>,
): Promise<StoredTurn> => {
  const { conversations, turns, messages, clock, owner, newId } = dependencies;
  const { conversationId, text, attachments = [] } = input;
  if (text.trim() === '') {
    throw new AppError('CONVERSATION_TEXT_EMPTY', 'There is nothing to answer.');
  }
  const { projectId, documentId, content, provenance } = await prepareInput(dependencies, input);
  const turnId = newId();
  const seenAt = clock.now();
  const of = { turnId, conversationId, projectId };
  const turn: StoredTurn = { ...of, documentId, state: 'running', owner: owner.text, seenAt };
  conversations.transaction(() => {
    const { turnId: running, title } = findConversation(dependencies, conversationId);
    if (running !== null) throw busy(conversationId);
    turns.insert(turn);
    messages.insert({
      ...of,
      messageId: newId(),
      role: 'user',
      content,
      original: content === text ? null : text,
      metadata: {
        turn_id: turnId,
        kind: 'question',
        ...(documentId === null ? {} : { document_id: documentId }),
        ...(attachments.length === 0 ? {} : { attachments }),
      },
      contextRefs: [...new Set(attachments)],
      createdAt: seenAt,
      provenance,
    });
    if (title === '') conversations.setTitle(conversationId, makeTitle(text));
    conversations.setUpdated(conversationId, seenAt);
  });
  tellChange(dependencies, turn);
  return turn;
};

/** CONVERSATION_BUSY, CONVERSATION_NOTHING_TO_RESUME. */
export const resumeTurn = (dependencies: Dependencies, conversationId: string): StoredTurn => {
  const { conversations, turns, clock, owner } = dependencies;
  const checkIdle = (): void => {
    if (findConversation(dependencies, conversationId).turnId !== null) throw busy(conversationId);
  };
  checkIdle();
  const latest = turns.latest(conversationId);
  if (latest === null || latest.state === 'done') {
    throw new AppError('CONVERSATION_NOTHING_TO_RESUME', 'No turn of it broke off.', {
      conversationId,
    });
  }
  const seenAt = clock.now();
  const turn: StoredTurn = { ...latest, state: 'running', owner: owner.text, seenAt };
  conversations.transaction(() => {
    checkIdle();
    turns.reopen(turn.turnId, turn.owner, turn.seenAt);
  });
  tellChange(dependencies, turn);
  return turn;
};
