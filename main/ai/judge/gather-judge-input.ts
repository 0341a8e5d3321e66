/** Gathers all that a judgement is decided from: text, constraints, codex, fences. */
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Fence } from '#shared/domain/fence.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import type { ConstraintsView } from './ask-about.ts';
import { bookRules } from './book-rules.ts';
import type { JudgeInput } from './judge-input.ts';

export type JudgeSources = {
  projects: { get(projectId: string): ProjectInfo };
  documents: Pick<DocumentsService, 'list' | 'info' | 'read'>;
  constraints: Pick<ConstraintsService, 'list'>;
  knowledge: Pick<KnowledgeService, 'listEntities' | 'listRelations' | 'matcher'>;
  /** What may be told a model in a request made for this chapter, or for none (N3). */
  fenceView(projectId: string, documentId: string | null): ConstraintsView;
};

/** The constraints of a book, and behind them what its settings demand. PROJECT_NOT_FOUND, PROJECT_CLOSED. */
export const rulesOf = (
  { projects, constraints }: Pick<JudgeSources, 'projects' | 'constraints'>,
  projectId: string,
): Constraint[] => [...constraints.list(projectId), ...bookRules(projects.get(projectId))];

/** Whether a fenced constraint holds here. One that is never sent to a model still binds the text. */
export const holdsAt = (
  fence: Fence | null,
  chapter: number,
  pointOfViewEntityId: string | null,
): boolean =>
  (fence?.notBeforeChapter ?? 0) <= chapter &&
  (!fence?.knownBy || fence.knownBy.includes(pointOfViewEntityId ?? ''));

/** All input of one judgement. PROJECT_NOT_FOUND, PROJECT_CLOSED, DOCUMENT_NOT_FOUND. */
export const gatherJudgeInput = async (
  { projectId, documentId, text }: Parsed<'judge:check'>,
  sources: JudgeSources,
): Promise<JudgeInput> => {
  const project = sources.projects.get(projectId);
  const document =
    documentId === undefined
      ? sources.documents.list(projectId).at(-1)
      : sources.documents.info(projectId, documentId);
  const read =
    text === undefined && documentId !== undefined
      ? (await sources.documents.read(projectId, documentId)).text
      : (text ?? '');
  const chapter = document?.chapter ?? 1;
  const pointOfViewEntityId = document?.pointOfViewEntityId ?? project.pointOfViewEntityId;
  const matcher = sources.knowledge.matcher(projectId);
  return {
    language: project.language,
    text: read,
    isWholeChapter: text === undefined || documentId === undefined,
    chapter,
    pointOfViewEntityId,
    constraints: rulesOf(sources, projectId).filter(
      ({ enabled, fence }) => enabled && holdsAt(fence, chapter, pointOfViewEntityId),
    ),
    entities: sources.knowledge.listEntities(projectId),
    relations: sources.knowledge.listRelations(projectId),
    findNames: (searched) => matcher.find(searched),
  };
};
