/** A book on real files in the real program, and beside it what each of its characters is known to be. */
import { rename, writeFile } from 'node:fs/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { followMovedText } from '#renderer/features/origins/page/moved-text.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { AiWorld } from '../ai-world.ts';
import {
  allFrom,
  countKnown,
  countUnknown,
  isOutOf,
  isWithin,
  type Known,
  knownOf,
} from './known.ts';
import { createOriginPage, type OriginPage } from './page.ts';

export type Undo = {
  channel: 'documents:undo' | 'manuscript:undo';
  undoId: string;
  /** What it gives back; null for a chapter that was not there. */
  before: ReadonlyMap<string, Known | null>;
  /** What a replacement made of them. */
  after?: ReadonlyMap<string, Known>;
};

export type OriginBook = Awaited<ReturnType<typeof openOriginBook>>;

let made = 0;

export const openOriginBook = async (world: AiWorld, files: Readonly<Record<string, string>>) => {
  const { test } = world;
  made += 1;
  const folder = join(test.folder, `origins-${made}`);
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const opened = await test.call('projects:open', { path: folder, language: 'zh-CN' });
  const { projectId } = opened;
  const texts = new Map<string, Known>();
  const versions = new Map<string, Known>();
  const pages = new Map<string, OriginPage>();
  const movedText = followMovedText();

  const read = (documentId: string) => test.call('documents:read', { projectId, documentId });
  const list = async () => (await test.call('documents:list', { projectId })).documents;
  const idAt = async (wanted: number): Promise<string> => {
    const documents = await list();
    return documents[wanted % documents.length]?.documentId ?? '';
  };

  const book = {
    world,
    projectId,
    folder,
    texts,
    pages,
    undos: [] as Undo[],
    /** Words that were taken out of a page. */
    taken: null as Known | null,
    read,
    list,
    idAt,
    knownText: (documentId: string): Known => texts.get(documentId) ?? allFrom('', 'unknown'),
    /** Of an earlier version of the chapter; null where the list does not say. */
    earlier: (documentId: string, version: string): Known | null =>
      versions.get(`${documentId} ${version}`) ?? null,
    /** Null where the program refuses with one of these codes. */
    async tryCall<C extends Channel>(channel: C, input: Input<C>, codes: readonly string[]) {
      const signal = new AbortController().signal;
      const reply = await test.app.dispatch(channel, input, { signal });
      if (reply.ok) return reply.value as Output<typeof channel>;
      expect(codes).toContain(reply.error.code);
      return null;
    },
    async pageOf(documentId: string): Promise<OriginPage> {
      const known = pages.get(documentId);
      if (known) return known;
      const page = createOriginPage(documentId, await read(documentId), movedText);
      pages.set(documentId, page);
      return page;
    },
    /** From now on the chapter is known to be this. */
    async expectText(documentId: string, known: Known): Promise<void> {
      texts.set(documentId, known);
      const now = await read(documentId);
      versions.set(`${documentId} ${now.version}`, known);
      expect(knownOf(now)).toEqual(known);
    },
    /** The same of words the program put between others: where nothing else is known, they may be unknown as well. */
    async expectJoined(documentId: string, known: Known): Promise<void> {
      const isNothing = known.codes.every((code) => code === 'unknown' || code === 'typed');
      const claimed = isNothing ? knownOf(await read(documentId)) : known;
      const isUnknown = countUnknown(claimed) === claimed.text.length;
      await book.expectText(documentId, isUnknown ? claimed : known);
    },
    /** Nobody told what changed: nothing is claimed that the sources do not have. */
    async takeClaims(documentId: string, sources: readonly Known[]): Promise<void> {
      const now = await read(documentId);
      const claimed = knownOf(now);
      expect(isOutOf(claimed, sources)).toBe(true);
      await book.expectText(documentId, claimed);
    },
    /** One edit of another program, which put in and kept so many units. */
    async takeOutsideEdit(documentId: string, kept: readonly Known[], put: number) {
      const now = await read(documentId);
      const claimed = knownOf(now);
      const earlier = book.earlier(documentId, now.version);
      const isEarlier = earlier?.codes.join() === claimed.codes.join();
      if (!isEarlier) {
        // What only goes on where it ended may have been seen half written: then the texts before count, too.
        const isGoingOn = now.text.startsWith(book.knownText(documentId).text);
        expect(isGoingOn || isWithin(claimed, book.knownText(documentId))).toBe(true);
        const lost = kept.reduce((sum, known) => sum + countUnknown(known), 0) + put;
        // Half a character at either end of the edit is not kept without its other half.
        expect(countUnknown(claimed)).toBeLessThanOrEqual(lost + 2);
      }
      await book.expectText(documentId, claimed);
    },
    /** As other programs write: a new file takes the place of the old one. */
    async writeOutside(path: string, text: string): Promise<void> {
      const beside = join(folder, '..', `${projectId}.outside`);
      await writeFile(beside, text);
      await rename(beside, join(folder, path));
    },
    /** Pages without unsaved words show what their files hold; those of chapters that went away go. */
    async refreshPages(): Promise<void> {
      const there = new Set((await list()).map(({ documentId }) => documentId));
      for (const page of [...pages.values()]) {
        const { documentId } = page;
        if (!there.has(documentId)) pages.delete(documentId);
        else if (!page.isDirty()) {
          const written = await read(documentId);
          if (written.version !== page.version) page.refresh(written);
        }
      }
    },
    /** Every chapter, every page and the report say what the list says. */
    async check(): Promise<void> {
      for (const { documentId } of await list()) {
        expect(knownOf(await read(documentId))).toEqual(book.knownText(documentId));
      }
      for (const page of pages.values()) {
        expect(knownOf({ text: page.text(), origins: page.runs() })).toEqual(page.known());
      }
    },
    async checkReport(): Promise<void> {
      const report = await test.call('origins:report', { projectId });
      const found = report.chapters.map(({ documentId, counts, accepted }) => ({
        documentId,
        counts,
        accepted: Object.fromEntries(accepted.map(({ sourceId, count }) => [sourceId, count])),
      }));
      const wanted = (await list()).map(({ documentId }) => ({
        documentId,
        ...countKnown(book.knownText(documentId)),
      }));
      expect(found).toEqual(wanted);
      const named = new Set(report.sources.map(({ sourceId }) => sourceId));
      const standing = new Set(wanted.flatMap(({ accepted }) => Object.keys(accepted)));
      expect(named).toEqual(standing);
    },
    close: () => test.call('projects:close', { projectId }),
    reopen: async () => void (await test.call('projects:open', { path: folder })),
  };
  for (const { documentId } of opened.documents) {
    const { text } = await read(documentId);
    await book.expectText(documentId, allFrom(text, 'unknown'));
  }
  return book;
};
