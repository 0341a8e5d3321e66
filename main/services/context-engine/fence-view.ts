import type { Fence } from '#shared/domain/fence.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import type { NameMatch } from '#main/services/knowledge/service.ts';
import { fenceExclusion, type Standpoint } from './eligibility.ts';
import type { Sources } from './gather.ts';
import type { FenceView } from './service.ts';
import { withholdParagraphs } from './withhold.ts';

type ViewSources = {
  projects: Sources['projects'];
  documents: Pick<Sources['documents'], 'list' | 'info'>;
  knowledge: Pick<Sources['knowledge'], 'listEntities' | 'matcher'>;
};

/** Before the first chapter and through nobody's eyes: every fence is closed. */
const nowhere: Standpoint = { chapter: 0, pointOfViewEntityId: null };

const notices: Record<Language, string> = {
  'zh-CN': '〔此段提到设防的条目，不予显示〕',
  en: '[This paragraph names a fenced entry and is not shown]',
};

/** Which entries are hidden and which are open, for one state of the codex and one standpoint. */
type Parted = {
  matcher: object;
  at: Standpoint;
  hidden: ReadonlySet<string>;
  open: ReadonlySet<string>;
};

/**
 * What fences leave to a conversation (N3). Everything is looked up anew at every question, so that a fence the
 * writer puts up counts from that moment on; a chapter that goes away meanwhile opens nothing any more.
 * DOCUMENT_NOT_FOUND when there is no such chapter to begin with.
 */
export const createFenceView = (
  { projects, documents, knowledge }: ViewSources,
  projectId: string,
  documentId: string | null,
): FenceView => {
  const standpoint = (): Standpoint => {
    if (documentId === null) return nowhere;
    const { chapter, pointOfViewEntityId } = documents.info(projectId, documentId);
    const eyes = pointOfViewEntityId ?? projects.bearing(projectId).pointOfViewEntityId;
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
  const at = (): Standpoint => orNull(standpoint) ?? nowhere;
  const isOpen = (fence: Fence | null): boolean => fenceExclusion(fence, at()) === null;

  let parted: Parted | null = null;
  const part = (): Parted => {
    const matcher = knowledge.matcher(projectId);
    const now = at();
    const isSame =
      parted?.matcher === matcher &&
      parted.at.chapter === now.chapter &&
      parted.at.pointOfViewEntityId === now.pointOfViewEntityId;
    if (parted && isSame) return parted;
    const hidden = new Set<string>();
    const open = new Set<string>();
    for (const { entityId, fence } of knowledge.listEntities(projectId)) {
      (fenceExclusion(fence, now) ? hidden : open).add(entityId);
    }
    parted = { matcher, at: now, hidden, open };
    return parted;
  };
  const hiddenNames = (text: string): NameMatch[] => {
    const { hidden } = part();
    if (hidden.size === 0) return [];
    const found = knowledge.matcher(projectId).find(text);
    return found.filter(({ entityId }) => hidden.has(entityId));
  };

  standpoint();
  return {
    get hidesNames() {
      return part().hidden.size > 0;
    },
    allowsDocument(id) {
      const document = orNull(() => documents.info(projectId, id));
      return document !== null && isOpen(document.fence);
    },
    allowsEntity: ({ fence }) => isOpen(fence),
    allowsRelation: ({ fence, subjectId, objectId }) =>
      isOpen(fence) && part().open.has(subjectId) && part().open.has(objectId),
    allowsConstraint: ({ fence }) => isOpen(fence),
    allowsText: (text) => hiddenNames(text).length === 0,
    withhold(text) {
      const hidden = hiddenNames(text);
      return withholdParagraphs(text, hidden, notices[projects.bearing(projectId).language]);
    },
  };
};
