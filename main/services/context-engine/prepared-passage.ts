import { LRUCache } from 'lru-cache';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { PricedText } from './candidate.ts';
import type { Frames } from './frames.ts';
import { itemEnd, itemText } from './price.ts';
import { type Sketch, sketchOf } from './similarity.ts';
import type { TokenCounter } from './trim-text.ts';

/** What is sent of a passage, made ready. */
export type PreparedPassage = {
  /** Where it begins in the passage as indexed: behind the chapter's heading and blank lines. */
  lead: number;
  text: string;
  body: string;
  /** `body` as it stands in the prompt. */
  item: PricedText;
  /** The passage as indexed. */
  source: PricedText;
  readonly sketch: Sketch;
};

/** Remembers the last counter's answer: one model is asked for again and again. */
const pricedText = (text: string): PricedText => {
  let last: { counter: TokenCounter; tokens: number } | null = null;
  return {
    text,
    tokens(counter) {
      if (last?.counter !== counter) last = { counter, tokens: counter.count(text) };
      return last.tokens;
    },
  };
};

/** A passage from `start` to `end` of the hit's text. A chapter's heading stands above its passages anyway. */
export const preparePassage = (
  hitText: string,
  start: number,
  end: number,
  title: string,
  frames: Frames,
): PreparedPassage => {
  const part = hitText.slice(start, end);
  const lead = /^(?:\s*#{1,6} [^\n]*(?:\n|$))?\s*/u.exec(part)?.[0].length ?? 0;
  const text = part.slice(lead).trimEnd();
  const item = itemText('passages', frames.passage(title, text), 0, true);
  const body = item.slice(0, -itemEnd.length);
  let sketch: Sketch | null = null;
  return {
    lead: start + lead,
    text,
    body,
    item: pricedText(item),
    source: pricedText(hitText),
    get sketch() {
      sketch ??= sketchOf(text);
      return sketch;
    },
  };
};

/** Whole passages made ready; may remember them. */
export type PreparePassage = (hit: SearchHit, title: string, frames: Frames) => PreparedPassage;

export const prepareWhole: PreparePassage = (hit, title, frames) =>
  preparePassage(hit.text, 0, hit.text.length, title, frames);

/** Passages of a novel or two, some 5 KB each. */
const remembered = 4000;

/** Remembers passages by their chunk, as long as text and title stay the same: a scene asks for the same ones again. */
export const createPassageMemory = (): PreparePassage => {
  const known = new LRUCache<
    string,
    { text: string; title: string; frames: Frames; passage: PreparedPassage }
  >({ max: remembered });
  return (hit, title, frames) => {
    const held = known.get(hit.chunkId);
    if (held && held.text === hit.text && held.title === title && held.frames === frames) {
      return held.passage;
    }
    const passage = prepareWhole(hit, title, frames);
    known.set(hit.chunkId, { text: hit.text, title, frames, passage });
    return passage;
  };
};
