import { create } from 'zustand';
import type { ContextRef } from '#shared/domain/context-file.ts';
import type { TurnForecast } from '#shared/domain/conversation.ts';
import { addedTo } from '#renderer/app/added-words.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { withPaths } from '../mentions.ts';
import { useAssistant } from '../store.ts';
import { decodeText } from './decode.ts';
import {
  type Attached,
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
export const maxAttachments = 20;

type ComposerState = {
  drafts: ReadonlyMap<string, Draft>;
  forecast: TurnForecast | null;
  sending: boolean;
  attaching: boolean;
  /** Names of files that were to be said under `key` and are no text, or were more than one message takes. */
  notTaken: { key: string; noText: readonly string[]; tooMany: readonly string[] } | null;
  /** Names of files that did not come back with what was being said under `key`. */
  lost: { key: string; names: readonly string[] } | null;
  /** Under `key`, where it was asked for. */
  failure: { key: string; error: unknown } | null;
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

/** What was added while it was being sent is said next, with the notes that may stand in it. */
function afterSending(said: Draft, now: Draft): Draft {
  const text = addedTo(said.text, now.text);
  const attachments = now.attachments.filter((one) => !said.attachments.includes(one));
  return { text, attachments, quoted: text.trim() === '' ? [] : now.quoted };
}

export const useComposer = create<ComposerState & ComposerActions>()((set, get) => {
  const draft = (): Draft => draftOf(draftKey());

  const change = (key: string, next: Draft): void => {
    set(({ drafts }) => ({ drafts: new Map(drafts).set(key, next) }));
    const { text, quoted, attachments: files } = next;
    const attached = files.length === 0 ? {} : { attached: { conversationId: key, files } };
    keepMessage(key, { text, quoted, ...attached });
  };

  const tellLost = (key: string, files: readonly Attachment[]): void => {
    if (files.length > 0) set({ lost: { key, names: files.map(({ name }) => name) } });
  };

  /** Files that are no more are taken out again, and told. */
  const checkFiles = async (conversationId: string, files: readonly Attachment[]) => {
    try {
      const { items } = await call('context-files:list', { conversationId, limit: 10_000 });
      const lost = files.filter((file) => items.every(({ id }) => id !== file.id));
      if (lost.length === 0) return;
      const now = draftOf(conversationId);
      const attachments = now.attachments.filter(({ id }) => lost.every((one) => one.id !== id));
      change(conversationId, { ...now, attachments });
      tellLost(conversationId, lost);
    } catch (error) {
      set({ failure: { key: conversationId, error } });
    }
  };

  /** Where it goes on: in the conversation that has its files, where nobody has said anything there and none is open. */
  const homeOf = (key: string, attached: Attached | undefined): string => {
    const { conversationId: open, conversations } = useAssistant.getState();
    const own = conversations?.find((one) => one.conversationId === attached?.conversationId);
    return open === null && own?.messageCount === 0 ? own.conversationId : key;
  };

  /** What of them goes with what was being said: they go with no other conversation's message. */
  const takeUpFiles = (key: string, attached: Attached | undefined): readonly Attachment[] => {
    if (attached === undefined) return [];
    const { conversationId, files } = attached;
    if (conversationId !== key) {
      tellLost(key, files);
      return [];
    }
    void checkFiles(conversationId, files);
    return files;
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
    if (gone === null || said === undefined) return;
    move(gone, unsaved, { ...said, attachments: [] });
    tellLost(unsaved, said.attachments);
  };

  /** What was said before its conversation was stored goes along with it, once: two may wait for the same one. */
  const moveUnsaved = (unsaved: string, conversationId: string): void => {
    const said = get().drafts.get(unsaved);
    if (said !== undefined) move(unsaved, conversationId, said);
  };

  /** The id of the conversation that is open when it is asked for, whichever is once it is known. */
  const ensure = async (): Promise<string> => {
    const { conversationId: before, projectId, ensure: make } = useAssistant.getState();
    const conversationId = await make();
    if (before === null) moveUnsaved(unsavedIn(projectId), conversationId);
    return conversationId;
  };

  const draftOf = (key: string): Draft => get().drafts.get(key) ?? emptyDraft;

  const outgoing = (
    conversationId: string,
    { text, attachments, quoted }: Draft,
    { documentId, project } = useSession.getState(),
  ) => {
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
    notTaken: null,
    lost: null,
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
      const { conversationId, projectId } = useAssistant.getState();
      if (conversationId === key && isBlank() && isUnsaid(key)) {
        moveUnsaved(unsavedIn(projectId), key);
      }
      if (isBlank() && useAssistant.getState().conversationId === null) rescue(key);
      const kept = takeUpMessage(key);
      if (kept === null || !isBlank()) return;
      const { text, quoted, attached } = kept;
      const home = homeOf(key, attached);
      if (home !== key) {
        moveKeptMessage(key, home);
        void useAssistant.getState().open(home);
      }
      const here = draftOf(home).attachments;
      const back = takeUpFiles(home, attached);
      const attachments = [...back, ...here.filter(({ id }) => back.every((one) => one.id !== id))];
      set(({ drafts }) => ({ drafts: new Map(drafts).set(home, { text, quoted, attachments }) }));
      // Files that did not come back are told once.
      if (text.trim() === '' && attachments.length === 0) keepMessage(home, { text, quoted });
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
      const room = maxAttachments - draft().attachments.length;
      let key = draftKey();
      const noText: string[] = [];
      const tooMany = files.slice(room).map(({ name }) => name);
      const tell = (): void => set({ notTaken: { key, noText: [...noText], tooMany } });
      set({ attaching: true, failure: null, notTaken: null, lost: null });
      try {
        const conversationId = await ensure();
        key = conversationId;
        tell();
        for (const file of files.slice(0, room)) {
          const text = decodeText(new Uint8Array(await file.arrayBuffer()));
          if (text === null) {
            noText.push(file.name);
            tell();
            continue;
          }
          const made = await call('conversation:attach', { conversationId, name: file.name, text });
          const attachment = { id: made.id, name: file.name, byteSize: made.byteSize ?? file.size };
          const now = draftOf(conversationId);
          change(conversationId, { ...now, attachments: [...now.attachments, attachment] });
        }
      } catch (error) {
        set({ failure: { key, error } });
      } finally {
        set({ attaching: false });
      }
    },
    async detach(id) {
      const conversationId = draftKey();
      const now = draft();
      set({ notTaken: null });
      change(conversationId, {
        ...now,
        attachments: now.attachments.filter((attachment) => attachment.id !== id),
      });
      try {
        await call('context-files:delete', { conversationId, id });
      } catch (error) {
        set({ failure: { key: conversationId, error } });
      }
    },
    async predict(signal) {
      if (draft().text.trim() === '') {
        set({ forecast: null });
        return;
      }
      try {
        const conversationId = await ensure();
        const request = outgoing(conversationId, draftOf(conversationId));
        const forecast = await call('conversation:forecast', request, { signal });
        if (!signal.aborted && draftKey() === conversationId) set({ forecast });
      } catch (failure) {
        // The line stays without its number; sending will say what is wrong.
        if (failureOf(failure).code !== 'CANCELLED') set({ forecast: null });
      }
    },
    async send() {
      if (get().sending || draft().text.trim() === '') return false;
      let key = draftKey();
      // What stands there now is sent, and where: the writer may go elsewhere before the answers.
      const [said, place] = [draft(), useSession.getState()];
      set({ sending: true, failure: null });
      try {
        const conversationId = await ensure();
        key = conversationId;
        // The assistant reads what is saved.
        await flushEdits();
        await call('conversation:send', outgoing(conversationId, said, place));
        change(conversationId, afterSending(said, draftOf(conversationId)));
        set({ forecast: null, notTaken: null, lost: null });
        await useAssistant.getState().refresh(conversationId, 'all');
        return true;
      } catch (error) {
        set({ failure: { key, error } });
        return false;
      } finally {
        set({ sending: false });
      }
    },
  };
});

export const askForComposer = (): void =>
  useComposer.setState(({ focusSerial }) => ({ focusSerial: focusSerial + 1 }));
