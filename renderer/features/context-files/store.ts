import { create } from 'zustand';
import type { ContextFile, ContextStorage } from '#shared/domain/context-file.ts';
import type { Output } from '#shared/contract/index.ts';
import { notify } from '#renderer/app/notices.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { literalPattern } from '#renderer/app/literal-pattern.ts';
import { findLines } from './record.ts';
import { createLastAsked } from '#renderer/app/last-asked.ts';

export type Conversation = Output<'context-files:conversations'>['items'][number];
export type Found = Output<'context-files:grep'> & { words: string };
export type Transfer = 'export' | 'import';

type FilesState = {
  /** The one changed last first; null until read. */
  conversations: readonly Conversation[] | null;
  conversationId: string | null;
  /** Newest first. */
  files: readonly ContextFile[];
  /** The conversation whose files these are; another one than that while its own are read. */
  listed: string | null;
  storage: ContextStorage | null;
  failure: unknown;
  /** Id of the file that is open. */
  open: string | null;
  /** The words of the message that is open; null for every other file, which is read from the disk. */
  message: string | null;
  words: string;
  found: Found | null;
  searching: boolean;
  /** Byte the reader should show; `turn` changes with every request to show one. */
  target: { offset: number; turn: number } | null;
  /** The file the writer is asked about before it goes. */
  deleting: ContextFile | null;
  transfer: Transfer | null;
  cleaning: boolean;
};

type FilesActions = {
  load(): Promise<void>;
  /** Shows a conversation's files, with one of them open. */
  choose(conversationId: string, open?: string | null): Promise<void>;
  openFile(id: string | null): void;
  setWords(words: string): void;
  search(): Promise<void>;
  show(offset: number): void;
  pin(file: ContextFile): Promise<void>;
  ask(deleting: ContextFile | null): void;
  remove(said: string): Promise<void>;
  /** `say` words how many bytes were freed. */
  clean(say: (bytes: number) => string): Promise<void>;
  startTransfer(transfer: Transfer | null): void;
  /** Answers how many files went or came; throws what the call throws. */
  runTransfer(path: string): Promise<number>;
};

const shownFiles = 5_000;
const shownMatches = 200;

const closed = {
  open: null,
  message: null,
  words: '',
  found: null,
  searching: false,
  target: null,
} as const satisfies Partial<FilesState>;

export const useFiles = create<FilesState & FilesActions>()((set, get) => {
  let searching: AbortController | null = null;
  /** Lists that were asked for: only the last is shown. */
  const ask = createLastAsked();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (failure) {
      set({ failure });
    }
  };

  const listFiles = async (conversationId: string | null): Promise<readonly ContextFile[]> =>
    conversationId === null
      ? []
      : (await call('context-files:list', { conversationId, limit: shownFiles })).items;

  return {
    conversations: null,
    conversationId: null,
    files: [],
    listed: null,
    storage: null,
    failure: null,
    deleting: null,
    transfer: null,
    cleaning: false,
    ...closed,
    load: () =>
      attempt(async () => {
        const isLast = ask();
        const [{ items }, storage] = await Promise.all([
          call('context-files:conversations', {}),
          call('context-files:usage', {}),
        ]);
        const before = get().conversationId;
        const stays = items.some(({ conversationId }) => conversationId === before);
        const conversationId = stays ? before : (items[0]?.conversationId ?? null);
        const files = await listFiles(conversationId);
        if (!isLast()) return;
        const lost = !files.some(({ id }) => id === get().open);
        set({
          conversations: items,
          storage,
          conversationId,
          files,
          listed: conversationId,
          failure: null,
          ...(lost ? closed : {}),
        });
      }),
    choose(conversationId, open = null) {
      searching?.abort();
      // At once: a list that is read meanwhile because files were written is that of this one.
      set({ ...closed, conversationId, files: [], listed: null, open });
      return get().load();
    },
    openFile(open) {
      searching?.abort();
      set({ ...closed, open });
    },
    setWords: (words) => set(words === '' ? { words, found: null } : { words }),
    async search() {
      searching?.abort();
      const { conversationId, open: id, words, message } = get();
      if (conversationId === null || id === null || words === '') return;
      if (message !== null) {
        set({ found: { ...findLines(message, words, shownMatches), words }, failure: null });
        return;
      }
      const own = new AbortController();
      searching = own;
      set({ searching: true, failure: null });
      try {
        const pattern = literalPattern(words);
        const request = { conversationId, id, pattern, maxResults: shownMatches };
        const found = await call('context-files:grep', request, { signal: own.signal });
        if (searching === own) set({ found: { ...found, words }, searching: false });
      } catch (failure) {
        if (searching !== own || failureOf(failure).code === 'CANCELLED') return;
        set({ failure, searching: false });
      }
    },
    show: (offset) => set(({ target }) => ({ target: { offset, turn: (target?.turn ?? 0) + 1 } })),
    pin: ({ id, pinned }) =>
      attempt(async () => {
        const { conversationId } = get();
        if (conversationId === null) return;
        await call('context-files:pin', { conversationId, id, pinned: pinned !== true });
        await get().load();
      }),
    ask: (deleting) => set({ deleting }),
    remove: (said) =>
      attempt(async () => {
        const { conversationId, deleting } = get();
        set({ deleting: null });
        if (conversationId === null || deleting === null) return;
        await call('context-files:delete', { conversationId, id: deleting.id });
        await get().load();
        notify({ text: said, place: 'dock' });
      }),
    clean: (say) =>
      attempt(async () => {
        set({ cleaning: true });
        try {
          const { bytes } = await call('context-files:clean', {});
          await get().load();
          notify({ text: say(bytes), place: 'dock' });
        } finally {
          set({ cleaning: false });
        }
      }),
    startTransfer: (transfer) => set({ transfer }),
    async runTransfer(path) {
      const { transfer, conversationId } = get();
      if (transfer === null) return 0;
      // An archive without a conversation to go into makes one of its own.
      const target = conversationId ?? `imported_${Date.now()}`;
      const { files } = await call(`context-files:${transfer}`, { conversationId: target, path });
      set({ transfer: null });
      await get().load();
      return files;
    },
  };
});
