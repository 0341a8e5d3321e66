/** The calls about search. */
import { z } from 'zod';
import { Count, Identifier, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { IndexStatus, SearchHit } from '../domain/retrieval.ts';
import {
  ModelPrefixes,
  ModelRevision,
  ModelSite,
  PublishedModelName,
  SentenceModelLook,
  SentenceModelOffer,
  StoredModel,
} from '../domain/sentence-model.ts';
import { defineChannel } from './define.ts';

export const retrievalContract = {
  /** Indexes what changed. With `wait` it answers when done, otherwise at once. */
  'retrieval:index': defineChannel(
    ProjectScope.extend({ wait: z.boolean().optional() }),
    z.object({ chunks: Count, pending: Count }),
  ),
  'retrieval:status': defineChannel(ProjectScope, IndexStatus),
  /** Stops the indexing that is under way; what is done stays. */
  'retrieval:cancel': defineChannel(ProjectScope, Nothing),
  /** What a folder of this machine holds of a sentence model, and what it would take of this book (E5). Chooses nothing. */
  'retrieval:model:look': defineChannel(
    ProjectScope.extend({
      folder: z.string().min(1).max(4096),
      prefixes: ModelPrefixes.optional(),
    }),
    SentenceModelLook,
  ),
  /** What a site of published models has under a name, and under which terms (E5). Downloads nothing. */
  'retrieval:model:offer': defineChannel(
    z.object({ site: ModelSite, name: PublishedModelName }),
    SentenceModelOffer,
  ),
  /** Brings it onto this machine, each file checked; what broke off goes on where it was. */
  'retrieval:model:download': defineChannel(
    z.object({
      site: ModelSite,
      name: PublishedModelName,
      revision: ModelRevision,
      taskId: Identifier.optional(),
    }),
    z.object({ folder: z.string() }),
  ),
  /** The models that were downloaded to this machine, and what broke off on the way. */
  'retrieval:model:stored': defineChannel(z.object({}), z.object({ items: z.array(StoredModel) })),
  /** Takes its files off this machine. SENTENCE_MODEL_IN_USE, SENTENCE_MODEL_NOT_STORED. */
  'retrieval:model:remove': defineChannel(StoredModel.pick({ id: true }), Nothing),
  /** What holds the very words comes first, marked `exact`; what is only similar stands behind it. */
  'retrieval:search': defineChannel(
    ProjectScope.extend({
      query: z.string().min(1).max(4000),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    z.object({ items: z.array(SearchHit) }),
  ),
};
