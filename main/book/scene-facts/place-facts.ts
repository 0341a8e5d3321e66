/** Which scene of a chapter each of the decided ones is: told by its text, or by what stands on either side; never guessed. Pure. */
import type { Span } from '#main/base/prose/span.ts';
import type { SceneMarks } from '../record-source.ts';

/** `first` and `last`: where its first and its last paragraph stand in the chapter now; null where they do not. */
export type MarkedScene = {
  sceneId: string;
  places: SceneMarks;
  first: Span | null;
  last: Span | null;
};

const sceneAt = (scenes: readonly Span[], span: Span | null): number =>
  span === null
    ? -1
    : scenes.findIndex(({ start, end }) => span.start >= start && span.start < end);

/** Written anew between the same neighbours. */
const sceneBetween = (text: string, scenes: readonly Span[], { first, last }: SceneMarks): number =>
  scenes.findIndex(
    ({ start, end }) =>
      first.before !== '' &&
      text.slice(0, start).endsWith(first.before) &&
      last.after !== '' &&
      text.startsWith(last.after, end),
  );

const byStart = (one: Span | null, other: Span | null): number =>
  (one?.start ?? 0) - (other?.start ?? 0);

/** The numbers of their scenes, by their ids. A scene that two of them would be is the one's that stands nearer its beginning. */
export const placeFacts = (
  text: string,
  scenes: readonly Span[],
  marked: readonly MarkedScene[],
): Map<string, number> => {
  const placed = new Map<string, number>();
  const taken = new Set<number>();
  const place = ({ sceneId }: MarkedScene, index: number): void => {
    if (index < 0 || placed.has(sceneId) || taken.has(index)) return;
    placed.set(sceneId, index);
    taken.add(index);
  };
  for (const one of marked.toSorted((a, b) => byStart(a.first, b.first))) {
    place(one, sceneAt(scenes, one.first));
  }
  const isLost = ({ first }: MarkedScene): boolean => first === null;
  const rewritten = marked.filter(isLost);
  for (const one of rewritten.toSorted((a, b) => byStart(b.last, a.last))) {
    place(one, sceneAt(scenes, one.last));
  }
  for (const one of rewritten) {
    if (one.last === null) place(one, sceneBetween(text, scenes, one.places));
  }
  return placed;
};

/** The first paragraph of a scene and its last. */
export const edgesOf = (text: string, { start, end }: Span): { first: Span; last: Span } => {
  const lines = text.slice(start, end);
  const firstEnd = lines.search(/[\r\n]/);
  const lastStart = Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r')) + 1;
  return {
    first: { start, end: firstEnd < 0 ? end : start + firstEnd },
    last: { start: start + lastStart, end },
  };
};
