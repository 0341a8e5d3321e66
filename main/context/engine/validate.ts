import type { Constraint } from '#shared/domain/constraint.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { Episode, MemoryRule } from '#shared/domain/memory.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';

/**
 * Data without an id, a text or a sane count is refused item by item (S3-02, S3-39): the rest of its layer goes
 * on. Checks are by hand, not by schema: they run on every item of every request.
 */
type Report = (ids: readonly string[]) => void;

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): boolean => isText(value) && value !== '';
const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

const keepValid = <T>(
  items: readonly T[],
  idOf: (item: T) => string,
  valid: (item: T) => boolean,
  report: Report,
): T[] => {
  const kept = items.filter(valid);
  if (kept.length < items.length) {
    report(items.filter((item) => !kept.includes(item)).map((item) => String(idOf(item))));
  }
  return kept;
};

export const validConstraints = (items: readonly Constraint[], report: Report): Constraint[] =>
  keepValid(
    items,
    (item) => item.constraintId,
    (item) =>
      isId(item.constraintId) &&
      isText(item.text) &&
      isText(item.source) &&
      isCount(item.tokenCount),
    report,
  );

export const validEntities = (items: readonly Entity[], report: Report): Entity[] =>
  keepValid(
    items,
    (item) => item.entityId,
    (item) =>
      isId(item.entityId) && isText(item.name) && isText(item.summary) && isCount(item.tokenCount),
    report,
  );

export const validRules = (items: readonly MemoryRule[], report: Report): MemoryRule[] =>
  keepValid(
    items,
    (item) => item.ruleId,
    (item) =>
      isId(item.ruleId) &&
      isText(item.text) &&
      Number.isFinite(item.confidence) &&
      isCount(item.tokenCount),
    report,
  );

export const validEpisodes = (items: readonly Episode[], report: Report): Episode[] =>
  keepValid(
    items,
    (item) => item.episodeId,
    (item) => isId(item.episodeId) && isText(item.text),
    report,
  );

export const checkHits = (hits: readonly SearchHit[], report: Report): SearchHit[] =>
  keepValid(
    hits,
    (item) => item.chunkId,
    (hit) =>
      isId(hit.chunkId) &&
      isText(hit.text) &&
      isCount(hit.start) &&
      isCount(hit.end) &&
      hit.end - hit.start === hit.text.length &&
      Number.isFinite(hit.score),
    report,
  );
