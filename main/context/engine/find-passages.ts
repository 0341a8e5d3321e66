/** Asks retrieval for passages that may go into a request. */
import { AppError } from '#shared/errors.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { PassageFilter, RelatedPassages } from '#main/context/retrieval/service.ts';
import type { Logger } from '#main/platform.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { focusAsked } from './focus.ts';
import { forbiddenNames } from './forbidden-names.ts';
import type { Sources } from './sources.ts';
import type { GatherNotices } from './gather-notices.ts';
import { createPassageFilter, type PassageScope } from './passage-filter.ts';
import { questionAt } from './place-question.ts';
import { checkHits } from './validate.ts';

const noPassages: RelatedPassages = { hits: [], withheld: [] };

export type PassageQuestion = Pick<
  AssemblyInput,
  | 'projectId'
  | 'text'
  | 'before'
  | 'passage'
  | 'additionalInput'
  | 'pointOfViewEntityId'
  | 'allowLaterChapters'
  | 'entities'
  | 'findNames'
  | 'names'
  | 'previous'
> & { documentId: string; limit: number; whole: ReadonlySet<string> };

/**
 * A passage of another project is refused with the whole request (S3-41): something is badly wrong. One of a
 * chapter that has left the project since it was indexed is no fault and simply not offered.
 */
export const keepOwn = (
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

/** Where the request stands, for all that is looked for. */
const scopeOf = (
  { documents }: Pick<Sources, 'documents'>,
  question: Omit<PassageQuestion, 'limit'>,
): PassageScope => {
  const { projectId, documentId, before, pointOfViewEntityId, allowLaterChapters } = question;
  const at = { chapter: documents.info(projectId, documentId).chapter, pointOfViewEntityId };
  const forbidden = forbiddenNames(question, at);
  return { at, forbidden, documentId, cursor: before.length, allowLaterChapters };
};

/** What of the book may go into this request: the same for all that is looked for. */
export const passageFilterFor = (
  sources: Pick<Sources, 'documents'>,
  question: Omit<PassageQuestion, 'limit'>,
  scope = scopeOf(sources, question),
): PassageFilter =>
  createPassageFilter(sources.documents.byId(question.projectId), scope, question.whole);

const askRetrieval = (sources: Sources, question: PassageQuestion): Promise<RelatedPassages> => {
  const { projectId, documentId, passage, limit } = question;
  const asked = [passage?.text ?? '', question.additionalInput.slice(0, focusAsked)]
    .join('\n')
    .trim();
  const document = sources.documents.info(projectId, documentId);
  const scope = scopeOf(sources, question);
  const place = questionAt({ ...question, document, scope });
  if (place.text.slice(0, place.cursor).trim() === '' && asked === '') {
    return Promise.resolve(noPassages);
  }
  const filter = passageFilterFor(sources, question, scope);
  return sources.retrieval.related({ projectId, ...place, asked, limit, filter });
};

/** Without passages where retrieval fails, with a warning. CONTEXT_SCOPE_VIOLATION. */
export const findPassages = async (
  sources: Sources,
  question: PassageQuestion,
  notices: GatherNotices,
  logger: Logger,
): Promise<RelatedPassages> => {
  let related = noPassages;
  try {
    related = await askRetrieval(sources, question);
  } catch (error) {
    notices.noteFailure('RETRIEVAL_UNAVAILABLE', error);
  }
  if (related.isModelLate) notices.note('SENTENCE_MODEL_LATE');
  const hits = checkHits(related.hits, notices.refuse('passage'));
  const own = keepOwn(hits, question.projectId, sources.documents, logger);
  return { hits: own, withheld: related.withheld };
};
