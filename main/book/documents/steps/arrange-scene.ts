/** Where a scene goes in its own chapter or in another, and what becomes of the breaks around it (W1). Pure. */
import { isSceneBreak } from '#main/base/prose/paragraphs.ts';
import { sceneSpansOf } from '#main/base/prose/scenes.ts';
import {
  type Arrangement,
  type Arrangements,
  composeText,
  joinStretches,
  type Stretch,
  type Texts,
} from './arrangement.ts';

type Chapter = { documentId: string; text: string };

/** A chapter's text: what is before its scenes, the scenes, what stands between each two, and the rest. */
type Layout = { head: Arrangement; scenes: Stretch[]; breaks: Arrangement[]; tail: Arrangement };

/** Where neither chapter has a break yet. */
const defaultBreak = '\n\n***\n\n';

const layoutOf = ({ documentId, text }: Chapter): Layout => {
  const scenes = sceneSpansOf(text).map((span) => ({ documentId, ...span }));
  const headEnd = scenes[0]?.start ?? text.trimEnd().length;
  return {
    head: [{ documentId, start: 0, end: headEnd }],
    scenes,
    breaks: scenes
      .slice(1)
      .map(({ start }, at) => [{ documentId, start: scenes[at]?.end ?? start, end: start }]),
    tail: [{ documentId, start: scenes.at(-1)?.end ?? headEnd, end: text.length }],
  };
};

const piecesOfLayout = ({ head, scenes, breaks, tail }: Layout): Arrangement =>
  joinStretches([
    ...head,
    ...scenes.flatMap((scene, at) => [scene, ...(breaks[at] ?? [])]),
    ...tail,
  ]);

/** Breaks stay where they are: only scenes change places. */
const shiftScene = (layout: Layout, from: number, to: number): Layout => {
  const rest = layout.scenes.toSpliced(from, 1);
  return { ...layout, scenes: rest.toSpliced(to, 0, ...layout.scenes.slice(from, from + 1)) };
};

/** A chapter whose only scene goes keeps what names it, and one line end behind that. */
const withoutScenes = ({ head, tail }: Layout, texts: Texts): Layout => {
  const before = composeText(head, texts);
  const kept = before.trimEnd().length;
  const needsEnd = before.length > kept && !composeText(tail, texts).startsWith('\n');
  const shorter = head.map((piece) =>
    'words' in piece ? piece : { ...piece, end: piece.start + kept + (needsEnd ? 1 : 0) },
  );
  return { head: shorter, scenes: [], breaks: [], tail };
};

/** Breaks and nothing else: between two scenes there may also be a heading without a text. */
const isBreakAlone = (words: string): boolean =>
  words.split('\n').every((line) => line.trim() === '' || isSceneBreak(line));

/** With a scene goes the break behind it; with the last one, the break before it. */
const takeOut = (layout: Layout, at: number, texts: Texts): Layout => {
  const { head, scenes, breaks, tail } = layout;
  if (scenes.length === 1) return withoutScenes(layout, texts);
  const rest = scenes.toSpliced(at, 1);
  const own = at < breaks.length ? at : at - 1;
  const kept = isBreakAlone(composeText(breaks[own] ?? [], texts)) ? [] : (breaks[own] ?? []);
  const others = breaks.toSpliced(own, 1);
  if (at === 0) return { head: [...head, ...kept], scenes: rest, breaks: others, tail };
  if (own < at) return { head, scenes: rest, breaks: others, tail: [...kept, ...tail] };
  const joined = [...(breaks[at - 1] ?? []), ...kept];
  return { head, scenes: rest, breaks: others.with(at - 1, joined), tail };
};

/** The first scene of a chapter that has none. */
const putFirst = (
  { head, tail }: Layout,
  scene: Stretch,
  { mark, texts }: { mark: string; texts: Texts },
): Layout => ({
  head: composeText(head, texts) === '' ? head : [...head, { words: mark }],
  scenes: [scene],
  breaks: [],
  tail: composeText(tail, texts).startsWith('\n') ? tail : [{ words: '\n' }, ...tail],
});

const putIn = (layout: Layout, at: number, scene: Stretch, mark: string): Layout => ({
  ...layout,
  scenes: layout.scenes.toSpliced(at, 0, scene),
  breaks: layout.breaks.toSpliced(Math.min(at, layout.scenes.length - 1), 0, [{ words: mark }]),
});

/** One break on a line of its own, as it can stand elsewhere too. */
const isPlainBreak = (words: string): boolean =>
  /^\s*\n[^\n]*\n\s*$/.test(words) && isSceneBreak(words.trim());

/** How the chapter parts its scenes near that place, then elsewhere, then how the other one does. */
const listMarks = (to: Layout, from: Layout, at: number, texts: Texts): string[] => {
  const near = Math.max(0, Math.min(at, to.breaks.length) - 1);
  const breaks = [...to.breaks.slice(near), ...to.breaks, ...from.breaks];
  const words = breaks.map((pieces) => composeText(pieces, texts)).filter(isPlainBreak);
  return [...new Set([...words, defaultBreak])];
};

/** An empty line keeps a break from underlining the one line that stands above it now. */
const withEmptyLine = ({ head, scenes, breaks, tail }: Layout): Layout => {
  const [first, ...rest] = breaks;
  const emptyLine = { words: '\n' };
  return first === undefined
    ? { head, scenes, breaks, tail: [emptyLine, ...tail] }
    : { head, scenes, breaks: [[emptyLine, ...first], ...rest], tail };
};

const withoutHeading = (scene: string): string =>
  scene.replace(/^ {0,3}#{1,6}(?:[ \t][^\n]*)?\n\s*(?=\S)/, '');

/** Whether the text reads as these scenes; the heading of the first may name a chapter that had no name. */
const readsAs = (layout: Layout, texts: Texts): boolean => {
  const text = composeText(piecesOfLayout(layout), texts);
  const found = sceneSpansOf(text).map(({ start, end }) => text.slice(start, end));
  const wanted = layout.scenes.map((scene) => composeText([scene], texts));
  const isSame = (scene: string, at: number): boolean =>
    scene === wanted[at] || (at === 0 && scene === withoutHeading(wanted[0] ?? ''));
  return found.length === wanted.length && found.every(isSame);
};

const firstThatReads = (layouts: readonly Layout[], texts: Texts): Arrangement | null => {
  const layout = [...layouts, ...layouts.map(withEmptyLine)].find((one) => readsAs(one, texts));
  return layout ? piecesOfLayout(layout) : null;
};

/** From the place `scene` of a chapter to the place `at` of `to`, among the scenes there are without it: undefined for behind the last. */
export type SceneMove = { from: Chapter; scene: number; to: Chapter; at: number | undefined };

/** Null where there is no such scene or place, it stands there already, or could not be told from its neighbours there. */
export const arrangeScene = (move: SceneMove): Arrangements | null => {
  const { from, scene, to } = move;
  const texts = new Map([from, to].map(({ documentId, text }) => [documentId, text]));
  const [source, target] = [layoutOf(from), layoutOf(to)];
  const moved = source.scenes[scene];
  const isWithin = from.documentId === to.documentId;
  const last = target.scenes.length - (isWithin ? 1 : 0);
  const { at = last } = move;
  if (!moved || at > last) return null;
  if (isWithin) {
    const made = scene === at ? null : firstThatReads([shiftScene(source, scene, at)], texts);
    return made && new Map([[from.documentId, made]]);
  }
  const marks = listMarks(target, source, at, texts);
  // Below what names a chapter stands an empty line, below anything else a break.
  const received =
    target.scenes.length === 0
      ? ['\n\n', ...marks].map((mark) => putFirst(target, moved, { mark, texts }))
      : marks.map((mark) => putIn(target, at, moved, mark));
  const [left, put] = [
    firstThatReads([takeOut(source, scene, texts)], texts),
    firstThatReads(received, texts),
  ];
  return (
    left &&
    put &&
    new Map([
      [from.documentId, left],
      [to.documentId, put],
    ])
  );
};
