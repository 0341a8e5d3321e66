/** Makes the file that has what leaves a prompt, and what stands in its place. */
import type { MessageMetadata } from '#shared/domain/conversation.ts';
import type { ContextRef } from '#shared/domain/context-file.ts';
import { AppError } from '#shared/errors.ts';
import type { ContextFilesService, NewFile } from '#main/assistant/files/service.ts';
import type { Clock } from '#main/platform.ts';
import { messageSource } from '../sources.ts';
import type { StoredMessage } from '../store/message-store.ts';
import { offloadedPlaceholder, removedPlaceholder } from './placeholder.ts';
import { itemTypeOf, recordOf, recordStem } from './record.ts';

/** A message's leaving the prompt, its files made and nothing of it stored yet. */
export type Removal = {
  messageId: string;
  placeholder: string;
  metadata: MessageMetadata;
  contextRefs: string[];
  /** Where the placeholder points. */
  address: string;
  /** For the offload log; null when no record was written. */
  line: { itemType: string; path: string; summary: string; offloadedAt: number } | null;
  /** A file that was made for it: to be deleted when the removal does not happen. */
  madeFile: string | null;
};

/** A message with all of its text. */
export type WholeMessage = Pick<
  StoredMessage,
  'messageId' | 'conversationId' | 'role' | 'metadata' | 'contextRefs'
> & { text: string };

type FilePlace = { id: string; address: string; made: boolean };

export type Offloader = {
  /** Writes the record (S2-05), or finds the one that was written before. Errors of context files. */
  toRecord(message: WholeMessage): Promise<Removal>;
  /** Leaves a lazy file that is made of the database's original (S2-08). Errors of context files. */
  toLazyFile(message: WholeMessage): Promise<Removal>;
  /** Points at a file that has it already: what was read from there. */
  toKnownFile(message: WholeMessage, address: string): Removal;
};

export const pathOfAddress = (conversationId: string, address: string): string | null => {
  const start = `context://${conversationId}/`;
  return address.startsWith(start) ? address.slice(start.length) : null;
};

export const createOffloader = (dependencies: {
  files: Pick<ContextFilesService, 'create' | 'createLazy' | 'addressOf' | 'findByPath'>;
  clock: Clock;
}): Offloader => {
  const { files, clock } = dependencies;

  /** Ids of calls may come twice in a conversation, a file's name may not. */
  const makeNamed = async (
    message: WholeMessage,
    extension: string,
    make: (name: NewFile['name']) => Promise<ContextRef>,
  ): Promise<FilePlace> => {
    const stem = recordStem(message);
    for (let attempt = 0; ; attempt += 1) {
      const mark =
        attempt === 0 ? '' : `-${message.messageId}${attempt === 1 ? '' : `-${attempt}`}`;
      try {
        const { id } = await make({ for: 'record', path: `${stem}${mark}${extension}` });
        const address = await files.addressOf(message.conversationId, id);
        return { id, address, made: true };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'CONTEXT_FILE_EXISTS') throw error;
      }
    }
  };

  const knownRecord = async (message: WholeMessage): Promise<FilePlace | null> => {
    const { conversationId, metadata } = message;
    const address = metadata.offload_path;
    const path = address === undefined ? null : pathOfAddress(conversationId, address);
    const ref = path === null ? null : await files.findByPath(conversationId, path);
    return ref && address !== undefined ? { id: ref.id, address, made: false } : null;
  };

  /** The lazy file that a message's compressed form names already. */
  const knownLazyFile = async (message: WholeMessage): Promise<FilePlace | null> => {
    const { conversationId, contextRefs } = message;
    const stem = recordStem(message);
    for (const id of contextRefs) {
      const address = await addressOrNull(conversationId, id);
      const path = address === null ? null : pathOfAddress(conversationId, address);
      const isOwn = path === `${stem}.txt` || path?.startsWith(`${stem}-${message.messageId}`);
      if (address !== null && isOwn) return { id, address, made: false };
    }
    return null;
  };

  const addressOrNull = async (conversationId: string, id: string): Promise<string | null> => {
    try {
      return await files.addressOf(conversationId, id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONTEXT_FILE_NOT_FOUND') return null;
      throw error;
    }
  };

  const hintOf = ({ role, metadata }: WholeMessage): string =>
    role === 'tool'
      ? `Output of the tool ${metadata.tool_name ?? ''}, in full`
      : 'A message of the conversation in full';

  const withRef = (message: WholeMessage, id: string): string[] =>
    message.contextRefs.includes(id) ? message.contextRefs : [...message.contextRefs, id];

  const destroyed = ({ metadata }: WholeMessage): MessageMetadata => {
    const { offloaded: _offloaded, offload_path: _path, ...kept } = metadata;
    return { ...kept, destroyed: true };
  };

  return {
    async toRecord(message) {
      const { conversationId, messageId } = message;
      const now = clock.now();
      const record = recordOf(message, message.text, now);
      const file =
        (await knownRecord(message)) ??
        (await makeNamed(message, '.json', (name) =>
          files.create(conversationId, {
            kind: message.role === 'tool' ? 'artifact' : 'history',
            mimeType: 'application/json',
            hint: hintOf(message),
            source: { type: 'offload', id: messageId },
            content: `${JSON.stringify(record, null, 2)}\n`,
            name,
          }),
        ));
      return {
        messageId,
        placeholder: offloadedPlaceholder(file.address),
        metadata: {
          ...message.metadata,
          destroyed: true,
          offloaded: true,
          offload_path: file.address,
        },
        contextRefs: withRef(message, file.id),
        address: file.address,
        line: {
          itemType: itemTypeOf(message),
          path: pathOfAddress(conversationId, file.address) ?? file.address,
          summary: record.metadata.summary,
          offloadedAt: now,
        },
        madeFile: file.made ? file.id : null,
      };
    },
    async toLazyFile(message) {
      const { messageId, conversationId } = message;
      const file =
        (await knownLazyFile(message)) ??
        (await makeNamed(message, '.txt', (name) =>
          files.createLazy(conversationId, {
            kind: message.role === 'tool' ? 'artifact' : 'history',
            mimeType: 'text/plain',
            hint: hintOf(message),
            source: messageSource(messageId),
            name,
          }),
        ));
      return {
        messageId,
        placeholder: removedPlaceholder(file.address),
        metadata: destroyed(message),
        contextRefs: withRef(message, file.id),
        address: file.address,
        line: null,
        madeFile: file.made ? file.id : null,
      };
    },
    toKnownFile: (message, address) => ({
      messageId: message.messageId,
      placeholder: removedPlaceholder(address),
      metadata: destroyed(message),
      contextRefs: message.contextRefs,
      address,
      line: null,
      madeFile: null,
    }),
  };
};
