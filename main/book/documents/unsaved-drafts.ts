/** What pages have typed since their last save, saved in their place when they died before they could (W10). */
import { errorCodeOf } from '#main/base/failures/system-code.ts';
import type { Logger } from '#main/platform.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { noWords, subtractWords, type WordChange } from '#shared/domain/days.ts';
import { joinRuns, lengthOfRuns, sliceRuns } from '#shared/origin-runs.ts';
import type { MadeText, VersionedText } from '../made-text.ts';
import type { OriginsService } from '../origins/service.ts';
import type { DocumentsService } from './service.ts';

/** A page that lives saves within two seconds of the first key: one that is silent for so long is gone, ms. */
export const silenceMs = 3000;
/** Pages that are remembered; beyond it the oldest go that have nothing unsaved. */
const maxPages = 200;

type DraftInput = Parsed<'documents:draft'>;
type SaveInput = Parsed<'documents:save'>;

type Page = {
  projectId: string;
  documentId: string;
  /** Of the last that came of this page; what comes with a lower one is late. */
  step: number;
  /** The text the page goes on from. */
  base: VersionedText | null;
  pending: DraftInput | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The save in its place that is under way. */
  writing: Promise<void>;
  /** What was saved in its place: the page, if it lives, still goes on from the version before. */
  written: { from: string; to: string; words: WordChange } | null;
};

export type UnsavedDrafts = {
  /** DOCUMENT_NOT_FOUND, PROJECT_CLOSED, DOCUMENT_UNREADABLE. */
  keep(input: DraftInput): Promise<Output<'documents:draft'>>;
  /** A save, which takes the place of what the page had told before. */
  save: DocumentsService['save'];
  /** The page decided about its text in another way. */
  drop(input: { projectId: string; documentId: string; draftId?: string | undefined }): void;
  /** Saves what is kept of a chapter's pages now, or of all pages of a book. */
  settle(projectId: string, documentId?: string): Promise<void>;
  forget(projectId: string): void;
};

const keyOf = (projectId: string, documentId: string, draftId: string): string =>
  `${projectId} ${documentId} ${draftId}`;

/** @param documents the room of chapters, whose rules hold for these texts as for any save */
export const createUnsavedDrafts = (
  documents: Pick<DocumentsService, 'read' | 'save' | 'textOf'>,
  { origins, logger }: { origins: Pick<OriginsService, 'read'>; logger: Logger },
): UnsavedDrafts => {
  const pages = new Map<string, Page>();

  const clear = (page: Page): void => {
    clearTimeout(page.timer);
    page.pending = null;
  };

  const pageOf = (projectId: string, documentId: string, draftId: string): Page => {
    const key = keyOf(projectId, documentId, draftId);
    const known = pages.get(key);
    if (known) return known;
    for (const [old, { pending }] of pages) {
      if (pages.size < maxPages) break;
      if (pending === null) pages.delete(old);
    }
    const page: Page = {
      projectId,
      documentId,
      step: -1,
      base: null,
      pending: null,
      timer: undefined,
      writing: Promise.resolve(),
      written: null,
    };
    pages.set(key, page);
    return page;
  };

  const findBase = async (input: DraftInput): Promise<VersionedText | null> => {
    const { projectId, documentId, expectedVersion: version } = input;
    const now = await documents.read(projectId, documentId);
    if (now.version === version) return now;
    const text = await documents.textOf(projectId, version);
    return text === null ? null : { text, version };
  };

  const saveInPlace = async (page: Page, draft: DraftInput, base: VersionedText): Promise<void> => {
    const { projectId, documentId, draftId, change, words = noWords } = draft;
    const { from, to, insert } = change;
    const text = `${base.text.slice(0, from)}${insert}${base.text.slice(to)}`;
    const before = page.written?.from === base.version ? page.written : null;
    const known = await origins.read({ projectId, documentId }, base);
    const runs = joinRuns(
      sliceRuns(known, 0, from),
      draft.origins ?? [[insert.length, 'unknown']],
      sliceRuns(known, to, lengthOfRuns(known)),
    );
    const saved = await documents.save({
      ...{ projectId, documentId, draftId, text, reason: 'autosave' },
      expectedVersion: before?.to ?? base.version,
      words: before ? subtractWords(words, before.words) : words,
      origins: [...runs],
    });
    // Where another text came in as well, a page that lives has to be told: it goes on from the version it knows.
    page.written = saved.merged ? null : { from: base.version, to: saved.version, words };
  };

  const write = (page: Page): Promise<void> => {
    const { pending, base } = page;
    clear(page);
    if (pending === null || base === null) return page.writing;
    page.writing = page.writing
      .then(() => saveInPlace(page, pending, base))
      .catch((error: unknown) => {
        // What no disk took is in the journal by now, and two texts of one chapter stand beside each other.
        const { documentId } = page;
        const code = errorCodeOf(error);
        logger.log('warn', 'what a page had typed could not become its chapter', {
          documentId,
          code,
        });
      });
    return page.writing;
  };

  return {
    async keep(input) {
      const { projectId, documentId, draftId, step, expectedVersion, change } = input;
      const page = pageOf(projectId, documentId, draftId);
      if (step <= page.step) return { kept: true };
      page.step = step;
      const base = page.base?.version === expectedVersion ? page.base : await findBase(input);
      // A save, or a later draft, came meanwhile.
      if (page.step !== step) return { kept: true };
      clear(page);
      page.base = base;
      if (base === null || change.from > change.to || change.to > base.text.length) {
        return { kept: false };
      }
      page.pending = input;
      page.timer = setTimeout(() => void write(page), silenceMs);
      page.timer.unref();
      return { kept: true };
    },
    async save(input: SaveInput, accepted?: MadeText) {
      const { projectId, documentId, draftId, step } = input;
      if (draftId === undefined || step === undefined) return documents.save(input, accepted);
      const page = pageOf(projectId, documentId, draftId);
      if (step > page.step) {
        page.step = step;
        clear(page);
      }
      await page.writing;
      const own = page.written?.from === input.expectedVersion ? page.written : null;
      const words = own && input.words ? subtractWords(input.words, own.words) : input.words;
      const saved = await documents.save(
        own ? { ...input, expectedVersion: own.to, words } : input,
        accepted,
      );
      page.base = null;
      page.written = null;
      return saved;
    },
    drop({ projectId, documentId, draftId }) {
      const page = draftId && pages.get(keyOf(projectId, documentId, draftId));
      if (page) clear(page);
    },
    async settle(projectId, documentId) {
      for (const page of [...pages.values()]) {
        const isMeant = documentId === undefined || page.documentId === documentId;
        if (page.projectId === projectId && isMeant) await write(page);
      }
    },
    forget(projectId) {
      for (const [key, page] of pages) {
        if (page.projectId !== projectId) continue;
        clear(page);
        pages.delete(key);
      }
    },
  };
};
