/** What is told of requests that were kept: what was considered, and what two of them have different. */
import type { Logger } from '#main/platform.ts';
import type { Output } from '#shared/contract/index.ts';
import {
  type AssemblyChange,
  isHidden,
  type KeptItem,
  type Reason,
} from '#shared/domain/assembly.ts';
import { AppError } from '#shared/errors.ts';
import { sourceOfGroup } from './candidate.ts';
import { compareRecords } from './compare.ts';
import type { History } from './history.ts';

export type KeptItems = Output<'context:history:items'>;

/** CONTEXT_ASSEMBLY_NOT_FOUND. */
export const listKeptItems = (history: History, assemblyId: string): KeptItems => {
  const { items, environment } = history.find(assemblyId).record;
  const { answers = {}, ...lookUp } = environment.lookUp ?? { questions: [] };
  const questionOf = (id: string, reason: Reason): Pick<KeptItem, 'question'> => {
    const question = isHidden(reason) ? undefined : lookUp.questions[answers[id] ?? -1];
    return question === undefined ? {} : { question };
  };
  return {
    items: items.map(({ id, group, layer, title, tokens, decision, reason, chapter }) => ({
      ...{ id, layer, title, decision, reason },
      source: sourceOfGroup[group],
      tokenCount: tokens,
      ...(chapter === undefined ? {} : { chapter }),
      ...questionOf(id, reason),
    })),
    ...(environment.lookUp === undefined ? {} : { lookUp }),
  };
};

/** CONTEXT_ASSEMBLY_NOT_FOUND; CONTEXT_SCOPE_VIOLATION for requests of two projects (S3-41). */
export const compareKept = (
  { history, logger }: { history: History; logger: Logger },
  from: string,
  to: string,
): AssemblyChange[] => {
  const [before, after] = [history.find(from), history.find(to)];
  if (before.projectId !== after.projectId) {
    logger.log('security', 'CONTEXT_SCOPE_VIOLATION', {
      projectId: before.projectId,
      otherProjectId: after.projectId,
    });
    throw new AppError('CONTEXT_SCOPE_VIOLATION', 'The two requests are of different projects.');
  }
  return compareRecords(before.record, after.record);
};
