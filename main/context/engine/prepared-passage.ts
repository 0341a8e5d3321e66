import type { SearchHit } from '#shared/domain/retrieval.ts';
import { type CostedText, costedText, type RecordedSubject } from './candidate.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { createCopyRegistry, type WithSignature } from './near-copies.ts';
import { itemEnd, itemText } from './price.ts';
import { type MinHashSignature, minHash } from './similarity.ts';

/** What is sent of a passage, made ready. */
export type PreparedPassage = WithSignature & {
  title: string;
  /** Changes with the passage as indexed. */
  revision: string;
  /** Where it begins in the passage as indexed: behind the chapter's heading and blank lines. */
  lead: number;
  text: string;
  body: string;
  /** `body` as it stands in the prompt. */
  item: CostedText;
  /** What records say of it. */
  readonly recorded: RecordedSubject;
};

/** The part of a passage from `start` to `end` of its own text. A chapter's heading stands above its passages anyway. */
export const preparePassage = (
  hit: SearchHit,
  start: number,
  end: number,
  chapterTitle: string,
  templates: PromptTemplates,
): PreparedPassage => {
  const part = hit.text.slice(start, end);
  const lead = /^(?:\s*#{1,6} [^\n]*(?:\n|$))?\s*/u.exec(part)?.[0].length ?? 0;
  const text = part.slice(lead).trimEnd();
  const item = itemText('passages', templates.passage(chapterTitle, text), 0, true);
  const body = item.slice(0, -itemEnd.length);
  const title = templates.titles.passage(chapterTitle, hit.paragraph);
  const revision = `${hit.start}:${hit.end}:${hit.text.length}`;
  let signature: MinHashSignature | null = null;
  let recorded: RecordedSubject | null = null;
  const { chunkId: id, documentId } = hit;
  return {
    title,
    revision,
    lead: start + lead,
    text,
    body,
    item: costedText(item),
    copies: null,
    get signature() {
      signature ??= minHash(text);
      return signature;
    },
    get recorded() {
      recorded ??= { id, group: 'passages', title, body, revision, fence: null, documentId };
      return recorded;
    },
  };
};

/** Whole passages made ready; may remember them. */
export type PreparePassage = (
  hit: SearchHit,
  title: string,
  templates: PromptTemplates,
) => PreparedPassage;

export const prepareWhole: PreparePassage = (hit, title, templates) =>
  preparePassage(hit, 0, hit.text.length, title, templates);

/** Passages of a novel or two, some 5 KB each. When there are more, the older half is forgotten. */
const remembered = 4000;

type Known = {
  text: string;
  start: number;
  paragraph: number;
  title: string;
  templates: PromptTemplates;
  passage: PreparedPassage;
};

/**
 * Remembers passages by their chunk, as long as they stay what and where they are: a scene asks for the same ones again.
 * Dozens are asked for in every request, so that even keeping them in order of use would show.
 */
export const createPassageMemory = (): PreparePassage => {
  const passages = new Map<string, Known>();
  const copies = createCopyRegistry();
  const forget = (chunkId: string): void => {
    const known = passages.get(chunkId);
    if (known) copies.remove(known.passage);
    passages.delete(chunkId);
  };
  return (hit, title, templates) => {
    const { text, start, paragraph } = hit;
    const known = passages.get(hit.chunkId);
    if (
      known &&
      known.text === text &&
      known.start === start &&
      known.paragraph === paragraph &&
      known.title === title &&
      known.templates === templates
    ) {
      return known.passage;
    }
    if (passages.size >= remembered) {
      for (const chunkId of [...passages.keys()].slice(0, remembered / 2)) forget(chunkId);
    }
    forget(hit.chunkId);
    const passage = prepareWhole(hit, title, templates);
    copies.add(passage);
    passages.set(hit.chunkId, { text, start, paragraph, title, templates, passage });
    return passage;
  };
};
