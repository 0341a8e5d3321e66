/** Names met around the cursor: found once a paragraph, and looked up for every cursor in it. */
import { LRUCache } from 'lru-cache';
import { detached } from '#shared/detached.ts';
import type { NameMatch, NameMatcher } from '#main/book/knowledge/service.ts';
import { focusAfter, focusBefore } from './focus.ts';

/** Where a request stands in its chapter: the passage it works on, or the cursor, from `start` to `end`. */
export type FocusPlace = { text: string; start: number; end: number; asked: string };

/** Names of the focus as `focusOf` puts it together, with offsets of that text. */
export type FindMentions = (matcher: NameMatcher, place: FocusPlace) => NameMatch[];

/** UTF-16 code units of paragraphs that are remembered. */
const rememberedUnits = 1_000_000;
/** Of a longer paragraph only the part in the focus is read. */
const longestParagraph = 4000;

type Stretch = { start: number; end: number };

/** The paragraph a place lies in, without its line end. */
const paragraphAt = (text: string, place: number): Stretch => {
  const end = text.indexOf('\n', place);
  return { start: text.lastIndexOf('\n', place - 1) + 1, end: end === -1 ? text.length : end };
};

export const createMentionFinder = (): FindMentions => {
  const found = new LRUCache<string, readonly NameMatch[]>({
    maxSize: rememberedUnits,
    sizeCalculation: (_matches, text) => text.length + 1,
  });
  let knownBy: NameMatcher | null = null;

  const findIn = (matcher: NameMatcher, paragraph: string): readonly NameMatch[] => {
    const known = found.get(paragraph);
    if (known) return known;
    const matches = matcher.find(paragraph);
    found.set(detached(paragraph), matches);
    return matches;
  };

  /** Names that lie wholly within a stretch of a text, with offsets of the stretch. */
  const findBetween = (matcher: NameMatcher, text: string, within: Stretch): NameMatch[] => {
    const matches: NameMatch[] = [];
    for (let at = within.start; at < within.end; ) {
      const whole = paragraphAt(text, at);
      const isLong = whole.end - whole.start > longestParagraph;
      const start = isLong ? Math.max(whole.start, within.start) : whole.start;
      const end = isLong ? Math.min(whole.end, within.end) : whole.end;
      for (const match of findIn(matcher, text.slice(start, end))) {
        const [from, to] = [start + match.start, start + match.end];
        if (from < within.start || to > within.end) continue;
        matches.push({ ...match, start: from - within.start, end: to - within.start });
      }
      at = whole.end + 1;
    }
    return matches;
  };

  return (matcher, { text, start, end, asked }) => {
    if (knownBy !== matcher) found.clear();
    knownBy = matcher;
    const parts = [
      { text, start: Math.max(0, start - focusBefore), end: start },
      { text, start: end, end: Math.min(text.length, end + focusAfter) },
      { text: asked, start: 0, end: asked.length },
    ].filter((part) => part.end > part.start);
    const mentions: NameMatch[] = [];
    let offset = 0;
    for (const part of parts) {
      for (const match of findBetween(matcher, part.text, part)) {
        mentions.push({ ...match, start: match.start + offset, end: match.end + offset });
      }
      offset += part.end - part.start + 1;
    }
    return mentions;
  };
};
