import { create } from 'zustand';
import type { ContextRef } from '#shared/domain/context-file.ts';
import type { TurnForecast } from '#shared/domain/conversation.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { withPaths } from '../mentions.ts';
import { useAssistant } from '../store.ts';
import { decodeText } from './decode.ts';
import {
  forgetMessage,
  isUnsaid,
  keepMessage,
  moveKeptMessage,
  saidInGone,
  takeUpMessage,
} from './kept-message.ts';

export type Attachment = Pick<ContextRef, 'id'> & { name: string; byteSize: number };

/** A note in it, and the chapter beside whose text it stands. */
export type QuotedNote = { documentId: string; words: string };

/** What is being said, before it is sent. Notes that were put into it are known until it is emptied: fences hold for them. */
export type Draft = {
  text: string;
  attachments: readonly Attachment[];
  quoted: readonly QuotedNote[];
};

export const emptyDraft: Draft = { text: '', attachments: [], quoted: [] };

/** Stands for the conversation of a book that is not stored yet. */
const unsavedIn = (projectId: string | null): string => `new:${projectId ?? ''}`;
/** As many as one message takes. */
const maxAttachments = 20;

type ComposerState = {
  drafts: ReadonlyMap<string, Draft>;
  forecast: TurnForecast | null;
  sending: boolean;
  attaching: boolean;
  /** Names of files that are no text. */
  refused: readonly string[];
  failure: unknown;
  /** Grows when the field is to have the focus. */
  focusSerial: number;
};

type ComposerActions = {
  setText(text: string): void;
  put(key: string, draft: Draft): void;
  /** What was being said there when the page or the program was left, unless something is being said. */
  takeUp(key: string): void;
  /** The conversation is gone. */
  forget(conversationId: string): void;
  /** Puts a note behind what is there. */
  quote(note: QuotedNote): void;
  attach(files: readonly File[]): Promise<void>;
  detach(id: string): Promise<void>;
  /** What sending would take; asked for when the writer rests. */
  predict(signal: AbortSignal): Promise<void>;
  /** Answers whether it went. */
  send(): Promise<boolean>;
};

type Shown = Pick<ReturnType<typeof useAssistant.getState>, 'conversationId' | 'projectId'>;

export const draftKeyOf = ({ conversationId, projectId }: Shown): string =>
  conversationId ?? unsavedIn(projectId);

export const draftKey = (): string => draftKeyOf(useAssistant.getState());

export const useComposer = create<ComposerState & ComposerActions>()((set, get) => {
  const draft = (): Draft => get().drafts.get(draftKey()) ?? emptyDraft;

  const change = (key: string, next: Draft): void => {
    set(({ drafts }) => ({ drafts: new Map(drafts).set(key, next) }));
    keepMessage(key, next);
  };

  const move = (from: string, to: string, said: Draft): void => {
    const drafts = new Map(get().drafts).set(to, said);
    drafts.delete(from);
    set({ drafts });
    moveKeptMessage(from, to);
  };

  /** What is being said in a conversation that another window deleted is said in a new one; its files are gone with it. */
  const rescue = (unsaved: string): void => {
    const gone = saidInGone(unsaved);
    const said = gone === null ? undefined : get().drafts.get(gone);
    if (gone !== null && said !== undefined) move(gone, unsaved, { ...said, attachments: [] });
  };

  /** What was said before its conversation was stored goes along with it, once: two may wait for the same one. */
  const moveUnsaved = (conversationId: string): void => {
    const unsaved = unsavedIn(useAssistant.getState().projectId);
    const said = get().drafts.get(unsaved);
    if (said !== undefined) move(unsaved, conversationId, said);
  };

  /** The conversation's id. */
  const ensure = async (): Promise<string> => {
    const { conversationId: before, ensure: make } = useAssistant.getState();
    const conversationId = await make();
    if (before === null) moveUnsaved(conversationId);
    return conversationId;
  };

  const outgoing = (conversationId: string, { text, attachments, quoted }: Draft) => {
    const { documentId, project } = useSession.getState();
    return {
      conversationId,
      text: withPaths(text.trim(), project?.documents ?? []),
      ...(documentId === null ? {} : { documentId }),
      ...(attachments.length === 0 ? {} : { attachments: attachments.map(({ id }) => id) }),
      ...(quoted.length === 0 ? {} : { quoted: [...quoted] }),
    };
  };

  return {
    drafts: new Map(),
    forecast: null,
    sending: false,
    attaching: false,
    refused: [],
    failure: null,
    focusSerial: 0,
    setText(text) {
      const isEmpty = text.trim() === '';
      const before = draft();
      change(draftKey(), { ...before, text, quoted: isEmpty ? [] : before.quoted });
      if (isEmpty) set({ forecast: null });
    },
    put: change,
    takeUp(key) {
      const isBlank = (): boolean => (get().drafts.get(key)?.text ?? '').trim() === '';
      if (useAssistant.getState().conversationId === key && isBlank() && isUnsaid(key))
        moveUnsaved(key);
      if (isBlank() && useAssistant.getState().conversationId === null) rescue(key);
      const kept = takeUpMessage(key);
      if (kept === null || !isBlank()) return;
      const { attachments } = get().drafts.get(key) ?? emptyDraft;
      set(({ drafts }) => ({ drafts: new Map(drafts).set(key, { ...kept, attachments }) }));
    },
    forget(conversationId) {
      const drafts = new Map(get().drafts);
      drafts.delete(conversationId);
      set({ drafts });
      forgetMessage(conversationId);
    },
    quote(note) {
      const { text, attachments, quoted } = draft();
      const said = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
      const isKnown = quoted.some(
        ({ documentId, words }) => documentId === note.documentId && words === note.words,
      );
      change(draftKey(), {
        text: `${said}${note.words}\n\n`,
        attachments,
        quoted: isKnown ? quoted : [...quoted, note],
      });
    },
    async attach(files) {
      if (files.length === 0) return;
      set({ attaching: true, failure: null, refused: [] });
      try {
        for (const file of files.slice(0, maxAttachments - draft().attachments.length)) {
          const text = decodeText(new Uint8Array(await file.arrayBuffer()));
          if (text === null) {
            set(({ refused }) => ({ refused: [...refused, file.name] }));
            continue;
          }
          const conversationId = await ensure();
          const made = await call('conversation:attach', { conversationId, name: file.name, text });
          const attachment = { id: made.id, name: file.name, byteSize: made.byteSize ?? file.size };
          const now = get().drafts.get(conversationId) ?? emptyDraft;
          change(conversationId, { ...now, attachments: [...now.attachments, attachment] });
        }
      } catch (failure) {
        set({ failure });
      } finally {
        set({ attaching: false });
      }
    },
    async detach(id) {
      const conversationId = draftKey();
      const now = draft();
      change(conversationId, {
        ...now,
        attachments: now.attachments.filter((attachment) => attachment.id !== id),
      });
      try {
        await call('context-files:delete', { conversationId, id });
      } catch (failure) {
        set({ failure });
      }
    },
    async predict(signal) {
      if (draft().text.trim() === '') {
        set({ forecast: null });
        return;
      }
      try {
        const conversationId = await ensure();
        const request = outgoing(conversationId, draft());
        const forecast = await call('conversation:forecast', request, { signal });
        if (!signal.aborted && draftKey() === conversationId) set({ forecast });
      } catch (failure) {
        // The line stays without its number; sending will say what is wrong.
        if (failureOf(failure).code !== 'CANCELLED') set({ forecast: null });
      }
    },
    async send() {
      if (get().sending || draft().text.trim() === '') return false;
      set({ sending: true, failure: null });
      try {
        // The assistant reads what is saved.
        await flushEdits();
        const conversationId = await ensure();
        const said = draft();
        await call('conversation:send', outgoing(conversationId, said));
        change(conversationId, emptyDraft);
        set({ forecast: null, refused: [] });
        await useAssistant.getState().refresh(conversationId, 'all');
        return true;
      } catch (failure) {
        set({ failure });
        return false;
      } finally {
        set({ sending: false });
      }
    },
  };
});

export const askForComposer = (): void =>
  useComposer.setState(({ focusSerial }) => ({ focusSerial: focusSerial + 1 }));
