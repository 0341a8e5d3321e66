/** All that any request of a book depends on beside the texts of its chapters, as words: another one, another look. */
import { createHash } from 'node:crypto';
import { appErrorCode } from '#shared/errors.ts';
import type { CheckSources } from './sources.ts';

/** PROJECT_NOT_FOUND, PROJECT_CLOSED. */
export const signatureOf = (sources: CheckSources, projectId: string): string => {
  const { projects, documents, knowledge, constraints, memory, threads, settings } = sources;
  const model = sources.model();
  const { allowLaterChapters, embedder } = settings.get();
  const said = {
    book: projects.projectContext(projectId),
    chapters: documents
      .list(projectId)
      .map(({ documentId, title, fence, pointOfViewEntityId, synopsis }) => ({
        ...{ documentId, title, fence, pointOfViewEntityId, synopsis },
      })),
    constraints: constraints
      .list(projectId)
      .map(({ constraintId, version, fence }) => ({ constraintId, version, fence })),
    // Spans and fences are told as numbers, which chapters that move change.
    entities: knowledge.listEntities(projectId).map((entity) => ({ ...entity, updatedAt: 0 })),
    relations: knowledge.listRelations(projectId),
    rules: memory.listRules(projectId).map(({ ruleId, version, confirmed }) => ({
      ...{ ruleId, version, confirmed },
    })),
    threads: threads
      .listStored(projectId)
      .map(({ threadId, version, places }) => ({ threadId, version, places })),
    budget: sources.engine.getBudget(projectId),
    model: model && [model.id, model.contextWindow, model.maxInput, model.tokens.info().name],
    ...{ allowLaterChapters, embedder },
  };
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
};

/** What was worked on, and what is remembered of it: sent with a request, and reached by no change of a chapter. */
export const memorySignatureOf = ({ memory }: CheckSources, projectId: string): string => {
  const read = (): readonly unknown[] => {
    try {
      const episodes = memory.listEpisodes(projectId, Number.MAX_SAFE_INTEGER);
      return episodes.map(({ episodeId }) => episodeId);
    } catch (error) {
      // What cannot be read is told by the requests themselves; that it is so makes it another memory.
      return [appErrorCode(error)];
    }
  };
  const said = [read(), memory.listWorkingNotes(projectId)];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
};
