import type { AssembleRequest } from '#shared/contract/context.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import { AppError, type ErrorCode, appErrorCode } from '#shared/errors.ts';
import { borderAfter } from '#main/graphemes.ts';
import type { Logger } from '#main/platform.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import type { RelatedPassages, RetrievalService } from '#main/context/retrieval/service.ts';
import type { SettingsService } from '#main/settings/service.ts';
import { focusAsked, focusOf } from './focus.ts';
import { forbiddenNames } from './forbidden-names.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { FindMentions } from './mentions.ts';
import { passageOf } from './passage.ts';
import { createPassageFilter } from './passage-filter.ts';
import type { PreparePassage } from './prepared-passage.ts';
import type { FindSkill } from './skill.ts';
import type { MinHashSignature } from './similarity.ts';
import {
  checkHits,
  validConstraints,
  validEntities,
  validEpisodes,
  validRules,
} from './validate.ts';
import {
  type MalformedRow,
  type RowKind,
  type WarningCode,
  warn,
  warnOfMalformed,
} from './warnings.ts';

/** The sources of the layers, as the engine needs them. */
export type Sources = {
  projects: Pick<ProjectsService, 'bearing'>;
  documents: Pick<DocumentsService, 'list' | 'byId' | 'info' | 'read' | 'ownerOf'>;
  constraints: Pick<ConstraintsService, 'list' | 'listDeletedFenced' | 'malformed'>;
  knowledge: Pick<
    KnowledgeService,
    'listEntities' | 'listRelations' | 'listDeletedFenced' | 'matcher' | 'malformed'
  >;
  memory: Pick<MemoryService, 'listRules' | 'listEpisodes' | 'listWorkingNotes' | 'malformed'>;
  retrieval: Pick<RetrievalService, 'related'>;
  settings: Pick<SettingsService, 'get'>;
  findSkill: FindSkill;
  /** A text's terms for cheap likeness, cached by the engine. */
  minHash(text: string): MinHashSignature;
  /** Passages as they are sent, cached by the engine. */
  preparePassage: PreparePassage;
  /** Names around the cursor, cached by the engine. */
  findMentions: FindMentions;
};

/** Text before the cursor that any budget sends: what is farther back may be retrieved again. */
const sentAnyway = 2000;
const episodeLimit = 50;
const noPassages: RelatedPassages = { hits: [], withheld: [] };

/**
 * A passage of another project is refused with the whole request (S3-41): something is badly wrong. One of a
 * chapter that has left the project since it was indexed is no fault and simply not offered.
 */
const ownHits = (
  hits: readonly SearchHit[],
  projectId: string,
  documents: Pick<DocumentsService, 'byId' | 'ownerOf'>,
  logger: Logger,
): SearchHit[] => {
  const known = documents.byId(projectId);
  return hits.filter((hit) => {
    if (known.has(hit.documentId)) return true;
    const owner = documents.ownerOf(hit.documentId);
    if (owner !== null && owner !== projectId) {
      logger.log('security', 'CONTEXT_SCOPE_VIOLATION', { projectId, otherProjectId: owner });
      throw new AppError('CONTEXT_SCOPE_VIOLATION', 'A passage of another project was offered.', {
        projectId,
      });
    }
    return false;
  });
};

/**
 * All input and output of one assembly. A source that fails is skipped and named in `warnings` (S3-31); what the
 * request itself got wrong is an error: PROJECT_NOT_FOUND, PROJECT_CLOSED, DOCUMENT_NOT_FOUND,
 * CONTEXT_CURSOR_OUTSIDE, SELECTION_INVALID, SKILL_NOT_FOUND, CONTEXT_SCOPE_VIOLATION.
 */
export const gather = async (
  request: AssembleRequest,
  sources: Sources,
  stickyEntityIds: ReadonlySet<string>,
  hitLimit: number,
  logger: Logger,
): Promise<{ material: AssemblyInput; warnings: string[] }> => {
  const { projectId, documentId, cursorPosition } = request;
  const project = sources.projects.bearing(projectId);
  const infoNow = () => sources.documents.info(projectId, documentId);
  const skill = sources.findSkill(request.skillId);
  const previousDocument = sources.documents.list(projectId)[infoNow().order - 1];
  const readPrevious = async (): Promise<AssemblyInput['previous'] | { failure: unknown }> => {
    if (!previousDocument) return null;
    try {
      const read = await sources.documents.read(projectId, previousDocument.documentId);
      // Reading may have found out that the file holds what a fence closes.
      const known = sources.documents.info(projectId, previousDocument.documentId);
      return { document: known, version: read.version, text: read.text };
    } catch (failure) {
      return { failure };
    }
  };
  // Both at once: many requests then share one look at each file.
  const [{ text, version }, previousRead] = await Promise.all([
    sources.documents.read(projectId, documentId),
    readPrevious(),
  ]);
  if (cursorPosition > text.length) {
    throw new AppError(
      'CONTEXT_CURSOR_OUTSIDE',
      `The cursor stands at ${cursorPosition}, the text has ${text.length} characters.`,
      { cursorPosition, length: text.length },
    );
  }

  const warnings: string[] = [];
  const failed = (code: WarningCode, error: unknown): void => {
    const cause: ErrorCode = appErrorCode(error);
    logger.log('warn', 'a source of the context failed', { code, cause, projectId });
    warnings.push(warn(code, project.language));
  };
  const orElse = <T>(code: WarningCode, fallback: T, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      failed(code, error);
      return fallback;
    }
  };
  const malformed: MalformedRow[] = [];
  const refuse =
    (kind: RowKind) =>
    (ids: readonly string[]): void => {
      for (const id of ids) malformed.push({ kind, id });
    };

  // A cursor inside a character as readers see it would tear it: all of it belongs to the text before.
  const cursor = borderAfter(text, cursorPosition);
  const passage = passageOf(text, cursor, request.selection, skill.passage);
  const before = text.slice(0, passage?.start ?? cursor);
  const after = text.slice(passage?.end ?? cursor);
  const additionalInput = request.additionalInput ?? '';
  const { allowLaterChapters } = sources.settings.get();
  const asked = [passage?.text ?? '', additionalInput].join('\n').trim().slice(0, focusAsked);
  const focus = focusOf(before, after, asked);
  const place = { text, start: before.length, end: passage?.end ?? cursor, asked };

  const constraints = orElse('CONSTRAINTS_UNAVAILABLE', [], () => {
    refuse('constraint')(sources.constraints.malformed(projectId));
    return validConstraints(sources.constraints.list(projectId), refuse('constraint'));
  });
  const knowledge = orElse('KG_UNAVAILABLE', null, () => {
    const matcher = sources.knowledge.matcher(projectId);
    const damaged = sources.knowledge.malformed(projectId);
    refuse('entity')(damaged.entities);
    refuse('relation')(damaged.relations);
    return {
      entities: validEntities(sources.knowledge.listEntities(projectId), refuse('entity')),
      relations: sources.knowledge.listRelations(projectId),
      find: (searched: string) => matcher.find(searched),
      mentions: sources.findMentions(matcher, place),
    };
  });
  const memory = orElse('MEMORY_UNAVAILABLE', null, () => {
    const damaged = sources.memory.malformed(projectId);
    refuse('rule')(damaged.rules);
    refuse('episode')(damaged.episodes);
    const episodes = sources.memory.listEpisodes(projectId, episodeLimit);
    return {
      rules: validRules(sources.memory.listRules(projectId), refuse('rule')),
      episodes: validEpisodes(episodes, refuse('episode')),
      notes: sources.memory.listWorkingNotes(projectId),
    };
  });

  let previous: AssemblyInput['previous'] = null;
  if (previousRead && 'failure' in previousRead) {
    failed('IMMEDIATE_UNAVAILABLE', previousRead.failure);
  } else previous = previousRead;
  const entities = knowledge?.entities ?? [];
  const findNames: AssemblyInput['findNames'] = knowledge?.find ?? (() => []);
  const pointOfViewEntityId = infoNow().pointOfViewEntityId ?? project.pointOfViewEntityId;
  const findRelated = async (): Promise<RelatedPassages> => {
    const wish = [passage?.text ?? '', additionalInput.slice(0, focusAsked)].join('\n').trim();
    if (before.trim() === '' && wish === '') return noPassages;
    const at = { chapter: infoNow().chapter, pointOfViewEntityId };
    const filter = createPassageFilter(sources.documents.byId(projectId), {
      at,
      forbidden: forbiddenNames({ entities, findNames }, at),
      documentId,
      cursor: before.length,
      allowLaterChapters,
    });
    const exclude = {
      documentId,
      start: Math.max(0, before.length - sentAnyway),
      end: passage?.end ?? before.length,
    };
    try {
      return await sources.retrieval.related({
        ...{ projectId, before, asked: wish, limit: hitLimit },
        filter,
        exclude,
      });
    } catch (error) {
      failed('RETRIEVAL_UNAVAILABLE', error);
      return noPassages;
    }
  };
  const related = await findRelated();
  const hits = checkHits(related.hits, refuse('passage'));
  if (malformed.length > 0) {
    const rows = malformed.map(({ kind, id }) => ({ kind, id }));
    logger.log('warn', 'CONTEXT_LAYER_INVALID', { projectId, rows });
    warnings.push(warnOfMalformed(malformed, project.language));
  }

  return {
    warnings,
    material: {
      projectId,
      language: project.language,
      document: infoNow(),
      documentVersion: version,
      text,
      before,
      after,
      // After all reading, for the same reason.
      chapters: sources.documents.list(projectId),
      previous,
      pointOfViewEntityId,
      book: project,
      constraints,
      entities,
      relations: knowledge?.relations ?? [],
      mentions: knowledge?.mentions ?? [],
      findNames,
      minHash: sources.minHash,
      preparePassage: sources.preparePassage,
      focus,
      rules: memory?.rules ?? [],
      episodes: memory?.episodes ?? [],
      notes: memory?.notes ?? [],
      hits: ownHits(hits, projectId, sources.documents, logger),
      withheld: related.withheld,
      skill,
      passage,
      additionalInput,
      allowLaterChapters,
      mute: new Set(request.mute ?? []),
      admit: new Set(request.admit ?? []),
      stickyEntityIds,
    },
  };
};
