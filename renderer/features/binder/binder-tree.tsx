import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import {
  Button,
  Collection,
  type Key,
  ListLayout,
  Tree,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
  Virtualizer,
} from 'react-aria-components';
import { standsFor, standsForVolume } from '#renderer/app/chapter-meant.ts';
import { showCodexKind } from '#renderer/app/codex-kind.ts';
import { foldAway, setFolded, useFolds } from '#renderer/app/folds.ts';
import { volumeName } from '#renderer/app/group-name.ts';
import { moveScene, shiftScene } from '#renderer/app/move-scene.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { ShownScenes } from '#renderer/app/scene-items.ts';
import { openScene, setOpenScenes, showScenes, useScenes } from '#renderer/app/scenes.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { EntityKind } from '#shared/domain/knowledge.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import { moveChapter, shiftChapter } from './move-chapter.ts';
import { ChapterRow } from './chapter-row.tsx';
import { openRowMenu, openRowMenuByKey } from './open-row-menu.ts';
import { returnToPage, showChapter } from './return-to-page.ts';
import { useFocusBesideGone, useLineInSight, useWantedScene } from './line-in-sight.ts';
import { VolumeMenu } from './volume-menu.tsx';
import { SceneRow } from './scene-row.tsx';
import {
  type BinderLine,
  type BinderSection,
  binderSections,
  type ChapterLine,
  chapterLines,
  findSceneLine,
  placeAfterMove,
  refOf,
  sceneAfterMove,
  type SceneLine,
} from './groups.ts';
import { type KindCount, useKindCounts } from './use-kind-counts.ts';
import { useWalk } from './walk.ts';

/** Height of a line whose title is not broken, px. */
const rowSize = 28;
const [chapterType, sceneType] = ['application/x-fabula-chapter', 'application/x-fabula-scene'];

function SectionLine({ section }: { section: BinderSection }) {
  const { t } = useWords();
  const name = useSectionName();
  return (
    <TreeItem
      id={section.id}
      textValue={name(section)}
      className="binder-section"
      {...(section.group === null ? {} : standsForVolume(section.group))}
    >
      <TreeItemContent>
        {({ isExpanded }) => (
          <div className="ui-row">
            <Button slot="chevron" className="binder-fold" aria-label={t('binder:fold')}>
              {isExpanded ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
            </Button>
            <span className="ui-row-title" title={name(section)}>
              {name(section)}
            </span>
            <VolumeMenu volume={section.group} />
          </div>
        )}
      </TreeItemContent>
      <Collection items={section.lines}>{(line) => <Line line={line} />}</Collection>
    </TreeItem>
  );
}

/** Shows and hides the scenes of a chapter that has some; no part of its line in the tree, which is made anew for nothing of it. */
function ScenesFold({ document, isExpanded }: { document: DocumentInfo; isExpanded: boolean }) {
  const { t } = useWords();
  const hasScenes = useScenes(({ scenes }) => scenes.has(document.documentId));
  if (!hasScenes) return null;
  return (
    <Button
      slot="chevron"
      className="binder-fold binder-scenes-fold"
      aria-label={t('binder:scenes', { title: document.title })}
    >
      {isExpanded ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
    </Button>
  );
}

type ChapterElementProps = ComponentProps<'div'> & { documentId: string };

/** The tree says that a line can be unfolded only where it holds the lines below it; those of a folded chapter it does not. */
function ChapterElement({ documentId, ...props }: ChapterElementProps) {
  const hasScenes = useScenes(({ scenes }) => scenes.has(documentId));
  const isFolded = hasScenes && props['aria-expanded'] === undefined;
  const folded = isFolded ? { 'aria-expanded': false } : {};
  return <div {...props} {...folded} {...standsFor(documentId)} />;
}

function ChapterItem({ line }: { line: ChapterLine }) {
  return (
    <TreeItem
      id={line.id}
      textValue={line.document.title}
      className="binder-item"
      render={(props) => <ChapterElement {...props} documentId={line.id} />}
    >
      <TreeItemContent>
        {({ isExpanded }) => (
          <>
            <ScenesFold document={line.document} isExpanded={isExpanded} />
            <ChapterRow document={line.document} />
          </>
        )}
      </TreeItemContent>
      <Collection items={line.scenes}>{(scene) => <SceneItem line={scene} />}</Collection>
    </TreeItem>
  );
}

function Line({ line }: { line: BinderLine }) {
  const { t } = useWords();
  if (line.type === 'chapter') return <ChapterItem line={line} />;
  return (
    <TreeItem
      id={line.id}
      textValue={t(`binder:kinds.${line.kind}`)}
      className="binder-item binder-kind"
    >
      <TreeItemContent>
        <KindRow kind={line} />
      </TreeItemContent>
    </TreeItem>
  );
}

function SceneItem({ line }: { line: SceneLine }) {
  return (
    <TreeItem
      id={line.id}
      textValue={line.scene.opening}
      className="binder-item binder-scene"
      {...standsFor(line.documentId)}
    >
      <TreeItemContent>
        <SceneRow line={line} />
      </TreeItemContent>
    </TreeItem>
  );
}

function KindRow({ kind: { kind, count } }: { kind: KindCount }) {
  const { t, language } = useWords();
  return (
    <div className="ui-row">
      <span className="ui-row-title">{t(`binder:kinds.${kind}`)}</span>
      <span className="ui-row-count">{formatCount(count, language)}</span>
    </div>
  );
}

function useSectionName(): (section: BinderSection) => string {
  const { t } = useWords();
  return ({ group }) => {
    return group === null ? t('binder:codex') : volumeName(t, group);
  };
}

/**
 * Dragging goes from any folder to any other, by mouse and (Enter on the grip, arrows, Enter) by keyboard: chapters between
 * lines, scenes between scenes and onto chapters.
 */
function useDragging(sections: readonly BinderSection[], readOnly: boolean) {
  const { t } = useWords();
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: readOnly,
    getItems: (keys) =>
      [...keys].map(String).map((key) => ({
        [findSceneLine(sections, key) ? sceneType : chapterType]: key,
      })),
    acceptedDragTypes: [chapterType, sceneType],
    getDropOperation: (target, types) => {
      if (target.type !== 'item') return 'cancel';
      const isOnto = target.dropPosition === 'on';
      const isSceneLine = String(target.key).startsWith('scene:');
      const isPlace = types.has(sceneType) ? isOnto !== isSceneLine : !isOnto;
      return isPlace ? 'move' : 'cancel';
    },
    onMove: ({ keys, target }) => {
      const [key] = keys;
      if (key === undefined) return;
      const [moved, beside] = [String(key), String(target.key)];
      const scene = findSceneLine(sections, moved);
      if (scene === undefined) {
        const place = placeAfterMove(sections, moved, beside, target.dropPosition);
        if (place !== null) moveChapter(t, moved, place).catch(reportFailure);
        return;
      }
      const place = sceneAfterMove(sections, moved, beside, target.dropPosition);
      if (place !== null) moveScene(t, refOf(scene), place).catch(reportFailure);
    },
  });
  return dragAndDropHooks;
}

/**
 * What stays the same from one time to the next stays the same object: the tree is made anew, and its lines measured, only
 * where it changed.
 */
function useSections({ projectId, documents }: ProjectInfo, scenes: ShownScenes): BinderSection[] {
  const kinds = useKindCounts(projectId);
  const before = useRef<BinderSection[]>([]);
  const sections = useMemo(
    () => binderSections(documents, kinds, scenes, before.current),
    [documents, kinds, scenes],
  );
  useEffect(() => {
    before.current = sections;
  }, [sections]);
  return sections;
}

/** Folders that are not folded away, and the chapters whose scenes are shown. */
function useExpanded(sections: readonly BinderSection[]) {
  const folded = useFolds((folds) => folds.binder);
  const open = useScenes((shown) => shown.open);
  const expandedKeys = useMemo(
    () => [...sections.filter(({ id }) => !folded.has(id)).map(({ id }) => id), ...open],
    [sections, folded, open],
  );
  const onExpandedChange = (keys: ReadonlySet<Key>) => {
    setFolded('binder', new Set(sections.filter(({ id }) => !keys.has(id)).map(({ id }) => id)));
    setOpenScenes(new Set(chapterLines(sections).flatMap(({ id }) => (keys.has(id) ? [id] : []))));
  };
  return { expandedKeys, onExpandedChange };
}

/** Lines that are never chosen: folders, kinds of the codex, scenes. */
const useFixed = (sections: readonly BinderSection[]): string[] =>
  useMemo(
    () =>
      sections.flatMap((section) => [
        section.id,
        ...section.lines.flatMap((line) =>
          line.type === 'kind' ? [line.id] : line.scenes.map(({ id }) => id),
        ),
      ]),
    [sections],
  );

/** What Enter or a press does on a line that is not chosen by it; on a chapter the page gets the keyboard. */
function act(sections: readonly BinderSection[], key: string): void {
  const kind = EntityKind.safeParse(key.replace(/^kind:/, ''));
  const scene = findSceneLine(sections, key);
  if (kind.success) showCodexKind(kind.data);
  else if (scene !== undefined) openScene(scene.documentId, scene.scene);
  else if (key.startsWith('section:')) {
    foldAway('binder', key, !useFolds.getState().binder.has(key));
  } else {
    showChapter(key);
  }
}

/**
 * Folders with their chapters and scenes, and the codex by kinds. Only the lines on the screen are drawn, so a folder of
 * 20,000 files is no heavier than one of twenty. Alt ↑ and Alt ↓ move the chapter under the focus.
 */
export function BinderTree({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const scenes = useScenes();
  const sections = useSections(project, scenes);
  const { expandedKeys, onExpandedChange } = useExpanded(sections);
  const documentId = useSession((session) => session.documentId);
  const dragAndDropHooks = useDragging(sections, project.readOnly);
  const tree = useLineInSight(sections);
  useWantedScene(tree, sections);
  useFocusBesideGone(tree, sections);
  const chapters = useMemo(
    () => new Set(project.documents.map((document) => document.documentId)),
    [project.documents],
  );
  const fixed = useFixed(sections);
  const walk = useWalk();
  const onKeyDown = (event: KeyboardEvent) => {
    walk.press(event.repeat);
    const row = event.target instanceof HTMLElement ? event.target.closest('[role="row"]') : null;
    const key = row?.getAttribute('data-key') ?? '';
    const scene = findSceneLine(sections, key);
    if (event.ctrlKey || event.metaKey || (scene === undefined && !chapters.has(key))) return;
    if (event.key === 'ArrowRight' && !event.altKey && event.target === row && showScenes(key)) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (!event.altKey || project.readOnly) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    const by = event.key === 'ArrowUp' ? -1 : 1;
    const shifted = scene ? shiftScene(t, refOf(scene), by) : shiftChapter(t, key, by);
    shifted.catch(reportFailure);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the lines inside
    <div
      className="binder-body"
      onKeyDownCapture={onKeyDown}
      onKeyDown={openRowMenuByKey}
      onContextMenu={openRowMenu}
      onKeyUpCapture={walk.release}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) walk.release();
      }}
      onPointerDownCapture={walk.point}
      onClickCapture={returnToPage}
    >
      <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowSize: rowSize }}>
        <Tree
          ref={tree}
          aria-label={t('binder:chapters')}
          className="ui-list binder-tree"
          items={sections}
          expandedKeys={expandedKeys}
          onExpandedChange={onExpandedChange}
          disabledKeys={fixed}
          disabledBehavior="selection"
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          selectedKeys={documentId === null ? [] : [documentId]}
          onSelectionChange={(keys) => {
            const key = keys === 'all' ? undefined : [...keys][0];
            if (key !== undefined && key !== documentId) walk.choose(String(key));
          }}
          onAction={(key) => act(sections, String(key))}
          dragAndDropHooks={dragAndDropHooks}
        >
          {(section) => <SectionLine section={section} />}
        </Tree>
      </Virtualizer>
    </div>
  );
}
