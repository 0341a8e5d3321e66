import type { Fence } from '#shared/domain/fence.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { idOfKey, isDocumentKey, isRelationKey, relationKey } from '#shared/domain/source-key.ts';
import { AppError } from '#shared/errors.ts';
import type { NameMatch } from '#main/book/knowledge/service.ts';
import { closedKeys, nameKey } from './closed-keys.ts';
import {
  type Exclusion,
  fenceExclusion,
  type PointOfView,
  type Validity,
  validityExclusion,
} from './eligibility.ts';
import type { Sources } from './sources.ts';
import type { FenceView } from './service.ts';
import { titleSpans } from './title-spans.ts';
import { namesExclusion } from './rank-constraints.ts';
import { redactParagraphs } from './redact-paragraphs.ts';

export type ViewSources = {
  projects: Sources['projects'];
  documents: Pick<Sources['documents'], 'list' | 'byId' | 'info'>;
  knowledge: Pick<
    Sources['knowledge'],
    'listEntities' | 'listRelations' | 'listDeletedFenced' | 'matcher'
  >;
  constraints: Pick<Sources['constraints'], 'list' | 'listDeletedFenced'>;
};

/** Before the first chapter and through nobody's eyes: every fence is closed. */
const nowhere: PointOfView = { chapter: 0, pointOfViewEntityId: null };

const notices: Record<Language, string> = {
  'zh-CN': '〔此段提到保密的条目，不予显示〕',
  en: '[This paragraph names a fenced entry and is not shown]',
};

/** Which entries are hidden and which are open, for one state of the codex and one standpoint. */
type Parted = {
  matcher: object;
  /** Where chapters stand: fences name them. */
  chapters: object;
  at: PointOfView;
  hidden: ReadonlySet<string>;
  open: ReadonlySet<string>;
  /** Those of the hidden ones that are never sent. */
  unsendable: ReadonlySet<string>;
  /** Of all entries, by id. */
  keys: ReadonlyMap<string, string>;
};

/**
 * What fences leave to a conversation (N3). Everything is looked up anew at every question, so that a fence the
 * writer puts up counts from that moment on; a chapter that goes away meanwhile opens nothing any more. Facts that are
 * not yet true beside a chapter are closed there; beside none no time is asked for.
 * DOCUMENT_NOT_FOUND when there is no such chapter to begin with.
 */
export const createFenceView = (
  sources: ViewSources,
  projectId: string,
  documentId: string | null,
): FenceView => {
  const { projects, documents, knowledge, constraints } = sources;
  const pointOfView = (): PointOfView => {
    if (documentId === null) return nowhere;
    const { chapter, pointOfViewEntityId } = documents.info(projectId, documentId);
    const eyes = pointOfViewEntityId ?? projects.projectContext(projectId).pointOfViewEntityId;
    return { chapter, pointOfViewEntityId: eyes };
  };
  const orNull = <T>(look: () => T): T | null => {
    try {
      return look();
    } catch (error) {
      if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') return null;
      throw error;
    }
  };
  const at = (): PointOfView => orNull(pointOfView) ?? nowhere;
  const isOpen = (fence: Fence | null): boolean => fenceExclusion(fence, at()) === null;
  const exclusionOf = (
    fact: { fence: Fence | null } & Validity,
    from: PointOfView,
  ): Exclusion | null => {
    const fenced = fenceExclusion(fact.fence, from);
    if (fenced || from.chapter === 0) return fenced;
    const invalid = validityExclusion(fact, from);
    // What was true once is no secret.
    return invalid?.reason === 'notYetValid' ? invalid : null;
  };

  let parted: Parted | null = null;
  const part = (): Parted => {
    const matcher = knowledge.matcher(projectId);
    const now = at();
    const chapters = documents.byId(projectId);
    const isSame =
      parted?.matcher === matcher &&
      parted.chapters === chapters &&
      parted.at.chapter === now.chapter &&
      parted.at.pointOfViewEntityId === now.pointOfViewEntityId;
    if (parted && isSame) return parted;
    const hidden = new Set<string>();
    const open = new Set<string>();
    const unsendable = new Set<string>();
    const keys = new Map<string, string>();
    for (const entity of knowledge.listEntities(projectId)) {
      (fenceExclusion(entity.fence, now) ? hidden : open).add(entity.entityId);
      if (entity.fence?.neverSend) unsendable.add(entity.entityId);
      keys.set(entity.entityId, nameKey(entity));
    }
    parted = { matcher, chapters, at: now, hidden, open, unsendable, keys };
    return parted;
  };
  const hiddenNames = (text: string): NameMatch[] => {
    const { hidden } = part();
    if (hidden.size === 0) return [];
    const found = knowledge.matcher(projectId).find(text);
    return found.filter(({ entityId }) => hidden.has(entityId));
  };
  const unsendableNames = (text: string): NameMatch[] => {
    const { unsendable } = part();
    return hiddenNames(text).filter(({ entityId }) => unsendable.has(entityId));
  };
  const namesHidden = (text: string): boolean => hiddenNames(text).length > 0;
  const namesUnsendable = (text: string): boolean => unsendableNames(text).length > 0;
  const notice = (): string => notices[projects.projectContext(projectId).language];

  const view: FenceView = {
    get hidesNames() {
      return part().hidden.size > 0;
    },
    get names() {
      return knowledge.matcher(projectId);
    },
    allowsDocument(id) {
      const document = orNull(() => documents.info(projectId, id));
      return document !== null && isOpen(document.fence);
    },
    allowsEntity: (entity) => exclusionOf(entity, at()) === null,
    allowsRelation: (relation) =>
      exclusionOf(relation, at()) === null &&
      part().open.has(relation.subjectId) &&
      part().open.has(relation.objectId),
    allowsConstraint: (constraint) =>
      isOpen(constraint.fence) &&
      namesExclusion(constraint, { mentionedIn: namesHidden }, { mentionedIn: namesUnsendable }) ===
        null,
    allowsText: (text) => !namesHidden(text),
    redact: (text) => redactParagraphs(text, hiddenNames(text), notice()),
    redactUnsendable: (text) => redactParagraphs(text, unsendableNames(text), notice()),
    closed() {
      const all = {
        documents: documents.list(projectId),
        entities: knowledge.listEntities(projectId),
        relations: knowledge.listRelations(projectId),
        constraints: constraints.list(projectId),
        deleted: {
          entities: knowledge.listDeletedFenced(projectId),
          constraints: constraints.listDeletedFenced(projectId),
        },
      };
      return closedKeys(all, {
        document: ({ fence }) => isOpen(fence),
        entity: view.allowsEntity,
        names: ({ fence }) => isOpen(fence),
        relation: view.allowsRelation,
        constraint: ({ fence }) => isOpen(fence),
      });
    },
    openSince() {
      const before = view.closed();
      return () => [...view.closed()].every((key) => before.has(key));
    },
    closes(key) {
      if (isDocumentKey(key)) return !view.allowsDocument(idOfKey(key));
      const isGone = (): boolean =>
        isRelationKey(key) &&
        !knowledge.listRelations(projectId).some((one) => relationKey(one.relationId) === key);
      return view.closed().has(key) || isGone();
    },
    namesIn(text) {
      const { keys } = part();
      const found = knowledge.matcher(projectId).find(text);
      return [...new Set(found.map(({ entityId }) => keys.get(entityId) ?? ''))];
    },
    redactSaid(text, meant = new Set()) {
      const { keys } = part();
      const names = hiddenNames(text).filter(
        ({ entityId }) => !meant.has(keys.get(entityId) ?? ''),
      );
      const closed = documents.list(projectId).filter(({ fence }) => !isOpen(fence));
      const spans = [...names, ...titleSpans(text, closed)];
      return redactParagraphs(text, spans, notice()).text;
    },
  };
  pointOfView();
  return view;
};
