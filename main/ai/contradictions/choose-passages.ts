/** Which passages of the book a model is shown beside an entry. Pure. */
import type { NameMatch } from '#main/book/knowledge/service.ts';
import type { Span } from '#main/base/prose/span.ts';
import { passageAround } from './open-passages.ts';

/** A chapter as it may be told: its own text, its open paragraphs, its names. */
export type OpenChapter = {
  documentId: string;
  chapter: number;
  text: string;
  paragraphs: readonly Span[];
  names: readonly NameMatch[];
};

export type Passage = Span & {
  source: 'chapter' | 'entry';
  id: string;
  chapter: number;
  text: string;
};

/** More would bury what matters, and cost more. */
export const maxPassages = 24;

/** Where facts are told that others may contradict: figures, kin, looks, beginnings and ends. */
const facts =
  /[一二三四五六七八九十百两\d]+(?:岁|年|天|个|里|月|日)|父|母|兄|弟|姐|妹|哥|儿子|女儿|妻|丈夫|死|生于|出生|左|右|眼|头发|疤|从来|从未|第一次|\b(?:years?|days?|miles?|father|mother|brother|sister|son|daughter|wife|husband|died?|dead|born|left|right|eyes?|hair|scar|never|always|first)\b|\d/giu;

const weigh = (text: string): number => text.match(facts)?.length ?? 0;

type Offered = Passage & { weight: number };

const passagesOf = (chapter: OpenChapter, entityId: string): Offered[] => {
  const { documentId: id, chapter: number, text, paragraphs } = chapter;
  const named = chapter.names.filter((name) => name.entityId === entityId);
  return paragraphs.flatMap((paragraph): Offered[] => {
    const first = named.find(({ start }) => start >= paragraph.start && start < paragraph.end);
    if (!first) return [];
    const span = passageAround(text, paragraph, first.start);
    const weight = weigh(text.slice(span.start, span.end));
    return [{ ...span, source: 'chapter', id, chapter: number, text, weight }];
  });
};

/**
 * In the order of the book. The first and the last place are always among them; of the others those that tell most facts.
 * `scope`: chapters whose passages come first; null: none does.
 */
export const choosePassages = (
  chapters: readonly OpenChapter[],
  entityId: string,
  scope: ReadonlySet<string> | null,
): Passage[] => {
  const all = chapters.flatMap((chapter) => passagesOf(chapter, entityId));
  const rank = new Map(
    all.map((one, at): [Offered, number] => {
      const isEnd = at === 0 || at === all.length - 1;
      return [one, one.weight + (isEnd ? 100 : 0) + (scope?.has(one.id) ? 50 : 0)];
    }),
  );
  const chosen = new Set(
    all
      .toSorted((one, other) => (rank.get(other) ?? 0) - (rank.get(one) ?? 0))
      .slice(0, maxPassages),
  );
  return all.filter((one) => chosen.has(one)).map(({ weight: _weight, ...passage }) => passage);
};

/** How often each entry is named where it may be told. */
export const countMentions = (chapters: readonly OpenChapter[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { names, paragraphs } of chapters) {
    for (const { entityId, start } of names) {
      if (!paragraphs.some((one) => start >= one.start && start < one.end)) continue;
      counts.set(entityId, (counts.get(entityId) ?? 0) + 1);
    }
  }
  return counts;
};
