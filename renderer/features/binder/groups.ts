import type { ScenePlace } from '#renderer/app/move-scene.ts';
import type { ShownScenes } from '#renderer/app/scene-items.ts';
import type { SceneRef } from '#renderer/app/scenes.ts';
import type { EntityKind } from '#shared/domain/knowledge.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { Scene } from '#shared/domain/scene.ts';
import type { ChapterPlace } from './move-chapter.ts';
import type { KindCount } from './use-kind-counts.ts';

/** One of a chapter's scenes, below its line; `index` is its place among them. */
export type SceneLine = { id: string; documentId: string; index: number; scene: Scene };

/** A line of the binder. Ids are unique in the whole tree. */
export type BinderLine =
  | {
      type: 'chapter';
      id: string;
      document: DocumentInfo;
      isOpen: boolean;
      /** Its own as read, none where they are not shown: the scenes of a whole book arrive without a line made anew. */
      own: readonly Scene[];
      scenes: readonly SceneLine[];
    }
  | { type: 'kind'; id: string; kind: EntityKind; count: number };

/** A folder of chapters, or the codex. */
export type BinderSection = {
  type: 'section';
  id: string;
  /** The folder; null for the codex. */
  group: string | null;
  lines: BinderLine[];
};

const noScenes: ShownScenes = { scenes: new Map(), lost: new Map(), open: new Set() };

export type ChapterLine = Extract<BinderLine, { type: 'chapter' }>;
const none: readonly Scene[] = [];

export const sceneLineId = ({
  documentId,
  index,
}: Pick<SceneRef, 'documentId' | 'index'>): string => `scene:${documentId}#${index}`;

export const refOf = ({ documentId, index, scene: { opening } }: SceneLine): SceneRef => ({
  ...{ documentId, index, opening },
});

const sceneLines = (documentId: string, scenes: readonly Scene[]): SceneLine[] =>
  scenes.map((scene, index) => ({
    id: sceneLineId({ documentId, index }),
    documentId,
    index,
    scene,
  }));

const chapterLine = (
  document: DocumentInfo,
  { scenes, open }: ShownScenes,
  before: ChapterLine | undefined,
): ChapterLine => {
  const { documentId: id } = document;
  const isOpen = open.has(id);
  const own = (isOpen && scenes.get(id)) || none;
  const isSame = before?.document === document && before.own === own && before.isOpen === isOpen;
  if (isSame) return before;
  return { type: 'chapter', id, document, isOpen, own, scenes: sceneLines(id, own) };
};

const isSameSection = (one: BinderSection, other: BinderSection): boolean =>
  one.id === other.id &&
  one.lines.length === other.lines.length &&
  one.lines.every((line, at) => line === other.lines[at]);

const codexId = 'section:codex';

/**
 * Chapters by folder in binder order, then the codex. A folder that is interrupted by another appears twice, as
 * it is read. `before`: the sections shown until now; what stays the same stays the same object, and
 * the tree leaves it as it is.
 */
export function binderSections(
  documents: readonly DocumentInfo[],
  kinds: readonly KindCount[],
  shown: ShownScenes = noScenes,
  before: readonly BinderSection[] = [],
): BinderSection[] {
  const sections: BinderSection[] = [];
  const earlier = new Map(chapterLines(before).map((line) => [line.id, line]));
  for (const document of documents) {
    const line = chapterLine(document, shown, earlier.get(document.documentId));
    const last = sections.at(-1);
    if (last !== undefined && last.group === document.group) last.lines.push(line);
    else {
      const id = `section:${document.group}:${document.documentId}`;
      sections.push({ type: 'section', id, group: document.group, lines: [line] });
    }
  }
  const kept = sections.map((section, at) => {
    const same = before[at];
    return same && isSameSection(same, section) ? same : section;
  });
  if (kinds.length === 0) return kept;
  const lines = kinds.map(({ kind, count }) => ({
    type: 'kind' as const,
    id: `kind:${kind}`,
    kind,
    count,
  }));
  return [...kept, { type: 'section', id: codexId, group: null, lines }];
}

/** The chapters' lines of the whole binder, in their order. */
export const chapterLines = (sections: readonly BinderSection[]) =>
  sections.flatMap(({ lines }) => lines.flatMap((line) => (line.type === 'chapter' ? [line] : [])));

/**
 * Where a chapter goes that is dropped before or after a line. Behind a section is behind its last chapter: so the tree
 * calls the place below that one, too. A scene stands for the end of its chapter. Null when it cannot go there.
 */
export function placeAfterMove(
  sections: readonly BinderSection[],
  movedId: string,
  targetId: string,
  position: 'before' | 'after' | 'on',
): ChapterPlace | null {
  const chapters = chapterLines(sections);
  const section = sections.find((candidate) => candidate.id === targetId);
  const above = chapters.find(({ scenes }) => scenes.some(({ id }) => id === targetId));
  const line = section?.lines.at(position === 'after' ? -1 : 0);
  const beside = line?.id ?? above?.id ?? targetId;
  const isThere = [movedId, beside].every((id) => chapters.some((one) => one.id === id));
  if (!isThere || beside === movedId) return null;
  return { beside, isAfter: above !== undefined || position === 'after' };
}

export const findSceneLine = (
  sections: readonly BinderSection[],
  id: string,
): SceneLine | undefined =>
  chapterLines(sections)
    .flatMap(({ scenes }) => scenes)
    .find((line) => line.id === id);

/** Where a scene goes that is dropped beside another one, or on a chapter: behind its scenes. Null for anywhere else. */
export function sceneAfterMove(
  sections: readonly BinderSection[],
  movedId: string,
  targetId: string,
  position: 'before' | 'after' | 'on',
): ScenePlace | null {
  const [moved, target] = [findSceneLine(sections, movedId), findSceneLine(sections, targetId)];
  const isChapter = chapterLines(sections).some(({ id }) => id === targetId);
  if (moved === undefined || moved === target) return null;
  if (isChapter) return position === 'on' ? { documentId: targetId } : null;
  if (target === undefined || position === 'on') return null;
  const { documentId } = target;
  const own = chapterLines(sections).find(({ id }) => id === documentId)?.scenes ?? [];
  const others = own.filter((line) => line !== moved);
  const index = others.indexOf(target) + (position === 'after' ? 1 : 0);
  return { documentId, index, seen: { before: others[index]?.scene.opening ?? null } };
}
