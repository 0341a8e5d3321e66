/** What the whole book tells of longer names, read again only where it changed (W2). */
import { LRUCache } from 'lru-cache';
import type { DocumentsService } from '../documents/service.ts';
import type { KnowledgeService } from '../knowledge/service.ts';
import {
  createLongerHanNames,
  type LongerHanNames,
  mayBeginLonger,
  placesOf,
} from '../longer-han-name.ts';
import { addFollowers, type NameFollowers, noFollowers, readFollowers } from '../name-followers.ts';
import { createTurns } from '../take-turns.ts';
import { readChapters } from './read-chapters.ts';

type Kept = {
  names: string;
  chapters: Map<string, { version: string; followers: NameFollowers }>;
  /** Of all these chapters. */
  sum: NameFollowers;
};

/** Books of which it stays in memory: numbers by characters, no text. */
const keptBooks = 4;

/** UTF-16 units of a long chapter that are read before others have their turn. */
const stretchLength = 10_000;

/** Cut at ends of lines where there are some. */
function* stretchesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > stretchLength) {
    const lineEnd = text.lastIndexOf('\n', from + stretchLength);
    const to = lineEnd > from ? lineEnd + 1 : from + stretchLength;
    yield text.slice(from, to);
    from = to;
  }
  yield from === 0 ? text : text.slice(from);
}

export type LongerReader = {
  /** What the book tells of longer names that these begin: read only for names that may. An aborted `signal` throws its reason. */
  read(projectId: string, names: readonly string[], signal?: AbortSignal): Promise<LongerHanNames>;
  forgetProject(projectId: string): void;
};

export const createLongerReader = ({
  documents,
  knowledge,
}: {
  documents: Pick<DocumentsService, 'list' | 'read'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'isOrdinaryWord' | 'matcher'>;
}): LongerReader => {
  const kept = new LRUCache<string, Kept>({ max: keptBooks });

  /** Empty when other names are asked for, or the codex has others by now. */
  const keptOf = (projectId: string, known: ReadonlySet<string>): Kept => {
    const names = JSON.stringify([...known]);
    const before = kept.get(projectId);
    if (before?.names === names) return before;
    const empty: Kept = { names, chapters: new Map(), sum: noFollowers() };
    kept.set(projectId, empty);
    return empty;
  };

  /** What is known of a chapter is this from now on; null: nothing. */
  const keep = (
    { chapters, sum }: Kept,
    documentId: string,
    read: { version: string; followers: NameFollowers } | null,
  ): void => {
    const before = chapters.get(documentId);
    if (before) addFollowers(sum, before.followers, -1);
    chapters.delete(documentId);
    if (read === null) return;
    addFollowers(sum, read.followers);
    chapters.set(documentId, read);
  };

  return {
    async read(projectId, names, signal) {
      const entities = knowledge.listEntities(projectId);
      const known = new Set(entities.flatMap(({ name, aliases }) => [name, ...aliases]));
      const rules = { known, isOrdinary: knowledge.isOrdinaryWord };
      const longer = createLongerHanNames(names, rules);
      const asked = names.filter((name) => mayBeginLonger(name, rules));
      if (asked.length === 0) return longer;
      const book = keptOf(projectId, known);
      const matcher = knowledge.matcher(projectId);
      const takeTurns = createTurns(signal);

      const followersIn = async (text: string): Promise<NameFollowers> => {
        const followers = noFollowers();
        for (const stretch of stretchesOf(text)) {
          addFollowers(followers, readFollowers(stretch, matcher.find(stretch)));
          await takeTurns();
        }
        return followers;
      };

      const present = new Set<string>();
      for await (const { document, text, version } of readChapters(documents, projectId, signal)) {
        if (text === null) continue;
        const { documentId } = document;
        present.add(documentId);
        if (book.chapters.get(documentId)?.version !== version) {
          keep(book, documentId, { version, followers: await followersIn(text) });
        }
        for (const name of asked) longer.read(text, placesOf(text, name));
        await takeTurns();
      }
      for (const documentId of [...book.chapters.keys()]) {
        if (!present.has(documentId)) keep(book, documentId, null);
      }
      longer.compare(book.sum);
      return longer;
    },
    forgetProject: (projectId) => void kept.delete(projectId),
  };
};
