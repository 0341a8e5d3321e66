/** Chapters as they go whole, made ready once for every version: their texts, prices and hashes serve each request again (E2). */
import { LRUCache } from 'lru-cache';
import type { NameMatch } from '#main/book/knowledge/service.ts';
import { type CostedText, costedText, type RecordedSubject } from './candidate.ts';
import type { ForbiddenNames } from './forbidden-names.ts';
import { itemEnd, itemText } from './price.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { redactParagraphs } from './redact-paragraphs.ts';

/** What of a chapter may go. */
export type SendableChapter = {
  /** '' where nothing is left of it. */
  body: string;
  item: CostedText;
  /** What records say of it. */
  recorded: RecordedSubject;
  /** Paragraphs that name what may not be sent stay out. */
  isPart: boolean;
};

/** A version of a chapter, and how it is called. */
export type ChapterText = { documentId: string; version: string; text: string; title: string };

export type PrepareChapter = (
  chapter: ChapterText,
  templates: PromptTemplates,
  /** Names that may not be sent, and how the codex finds any: one `names` object for each state of it. */
  unsendable: { forbidden: ForbiddenNames; names: object; findNames: FindNames },
) => SendableChapter;

type FindNames = (text: string) => readonly NameMatch[];

const nothingLeft = /^\s*$/u;

const sendable = (
  { documentId, version, title }: ChapterText,
  text: string,
  isPart: boolean,
  templates: PromptTemplates,
): SendableChapter => {
  const trimmed = text.replace(/^\s*\n/u, '').trimEnd();
  const whole = nothingLeft.test(trimmed) ? '' : templates.passage(title, trimmed);
  const item = itemText('chapters', whole, 0, true);
  const body = item.slice(0, -itemEnd.length);
  return {
    body,
    item: costedText(item),
    recorded: {
      id: chapterItemId(documentId),
      group: 'chapters',
      title,
      body,
      revision: version,
      fence: isPart ? 'names' : null,
      documentId,
    },
    isPart,
  };
};

export const chapterItemId = (documentId: string): string => `chapter:${documentId}`;

/** Without the paragraphs in which hidden names stand; nothing where one would be read all the same. */
const withoutHidden = (
  text: string,
  hidden: readonly NameMatch[],
  forbidden: ForbiddenNames,
): string => {
  const open = redactParagraphs(text, hidden, '').text.replace(/\n{3,}/gu, '\n\n');
  return forbidden.mentionedIn(open) ? '' : open;
};

type Known = {
  chapter: ChapterText;
  templates: PromptTemplates;
  whole: SendableChapter;
  found: { names: object; matches: readonly NameMatch[] } | null;
  part: { key: string; sendable: SendableChapter } | null;
};

/** UTF-16 code units of chapters that are remembered: a few long novels. */
const rememberedUnits = 8_000_000;

export const createChapterMemory = (): PrepareChapter => {
  const chapters = new LRUCache<string, Known>({
    maxSize: rememberedUnits,
    sizeCalculation: ({ chapter }) => 2 * chapter.text.length + 1,
  });

  const recall = (chapter: ChapterText, templates: PromptTemplates): Known => {
    const known = chapters.get(chapter.documentId);
    if (
      known?.chapter.version === chapter.version &&
      known.chapter.text === chapter.text &&
      known.chapter.title === chapter.title &&
      known.templates === templates
    ) {
      return known;
    }
    const whole = sendable(chapter, chapter.text, false, templates);
    const made: Known = { chapter, templates, whole, found: null, part: null };
    chapters.set(chapter.documentId, made);
    return made;
  };

  return (chapter, templates, { forbidden, names, findNames }) => {
    const known = recall(chapter, templates);
    if (forbidden.hidden.size === 0) return known.whole;
    if (known.found?.names !== names) {
      known.found = { names, matches: findNames(chapter.text) };
      known.part = null;
    }
    const hidden = known.found.matches.filter(({ entityId }) => forbidden.hidden.has(entityId));
    if (hidden.length === 0) return known.whole;
    const key = hidden.map(({ start, end }) => `${start}-${end}`).join();
    if (known.part?.key !== key) {
      const open = withoutHidden(chapter.text, hidden, forbidden);
      known.part = { key, sendable: sendable(chapter, open, true, templates) };
    }
    return known.part.sendable;
  };
};
