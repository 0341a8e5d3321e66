/** What is made for a request and serves others too; everything in it may be remembered, and is the same made anew. */
import { LRUCache } from 'lru-cache';
import { createChapterFinder, type FindChapters } from './chapters-by-id.ts';
import { createEntryPreparer, type PrepareEntries } from './prepared-entries.ts';
import { createChapterMemory, type PrepareChapter } from './prepared-chapter.ts';
import { createPassageMemory, type PreparePassage } from './prepared-passage.ts';
import { createConstraintRanker, type RankConstraints } from './rank-constraints.ts';
import { createSettingsRanker, type RankSettings } from './rank-settings.ts';
import { createHeadingCounter, type CountHeadings } from './price.ts';
import { hashStablePrefix } from './prefix.ts';
import { type Terms, termsOf } from './similarity.ts';

export type Preparation = {
  /** Passages as they are sent. */
  passage: PreparePassage;
  /** Chapters as they go whole. */
  chapter: PrepareChapter;
  entries: PrepareEntries;
  constraints: RankConstraints;
  settings: RankSettings;
  headings: CountHeadings;
  /** A record's terms, for cheap likeness. */
  terms(text: string): Terms;
  chaptersById: FindChapters;
  /** As `hashStablePrefix`: all cursors of a chapter have the same. */
  hashPrefix: typeof hashStablePrefix;
};

/** Records of a novel or two. */
const rememberedTexts = 1000;
/** Those of the chapters that are asked for in turns, some 10 KB each. */
const rememberedPrefixes = 64;

export const createPreparation = (): Preparation => {
  const known = new LRUCache<string, Terms>({ max: rememberedTexts });
  const prefixes = new LRUCache<string, string>({ max: rememberedPrefixes });
  return {
    passage: createPassageMemory(),
    chapter: createChapterMemory(),
    entries: createEntryPreparer(),
    constraints: createConstraintRanker(),
    settings: createSettingsRanker(),
    headings: createHeadingCounter(),
    chaptersById: createChapterFinder(),
    terms(text) {
      const found = known.get(text);
      if (found) return found;
      const made = termsOf(text);
      known.set(text, made);
      return made;
    },
    hashPrefix(prompt, length) {
      const prefix = prompt.slice(0, length);
      const known = prefixes.get(prefix);
      if (known !== undefined) return known;
      const hash = hashStablePrefix(prompt, length);
      prefixes.set(prefix, hash);
      return hash;
    },
  };
};
