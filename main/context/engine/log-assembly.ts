/** What the log says of an assembly: ids, counts and hashes, never a text (S3-44). */
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { JsonObject } from '#shared/errors.ts';
import type { Assembly } from './assembly.ts';
import { layerOfGroup } from './candidate.ts';
import type { Purpose } from './service.ts';

/** One line for every assembly. */
export const assemblyLine = (
  { projectId, documentId, skillId }: AssembleRequest,
  made: { assemblyId: string; assembly: Assembly; warnings: readonly string[] },
  purpose: Purpose,
): JsonObject => {
  const { assembly, assemblyId, warnings } = made;
  const { rules, settings, retrieved, immediate } = assembly.layers;
  const sent = assembly.selected.filter(({ decision }) => decision !== 'dropped').length;
  return {
    projectId,
    documentId,
    skillId,
    assemblyId,
    purpose,
    tokens: assembly.tokenCount,
    total: assembly.total,
    rules: rules.tokens,
    settings: settings.tokens,
    retrieved: retrieved.tokens,
    immediate: immediate.tokens,
    items: sent,
    leftOut: assembly.selected.length - sent,
    warnings: warnings.length,
    stablePrefixHash: assembly.stablePrefixHash,
  };
};

/** S3-26: what was cut of Rules, by id and reason. */
export const cutLine = (projectId: string, assembly: Assembly): JsonObject => ({
  projectId,
  cut: assembly.selected
    .filter(
      ({ candidate, reason }) =>
        layerOfGroup[candidate.group] === 'rules' && reason === 'layerLimit',
    )
    .map(({ candidate, reason }) => ({ id: candidate.id, reason })),
});
