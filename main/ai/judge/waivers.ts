/** What the writer waived, for as long as the text and the rule stay the same. */
import { createHash } from 'node:crypto';
import type { Constraint } from '#shared/domain/constraint.ts';
import type { Finding, Waiver } from '#shared/domain/finding.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { matchAlike } from './finding-ids.ts';
import type { StoredWaiver } from './store.ts';

/** What a finding rests on, as it stands now. */
export type Basis = { version: number; digest: string };

const digestOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Changes with what the constraint demands, not with its priority: reordering must not ask everything again. */
export const constraintBasis = ({ version, text, fence }: Constraint): Basis => ({
  version,
  digest: digestOf(text, fence),
});

export const entityBasis = (entity: Entity): Basis => {
  const { version, name, aliases, validFromChapter, validToChapter, fence } = entity;
  return { version, digest: digestOf(name, aliases, validFromChapter, validToChapter, fence) };
};

/** Everything a project's findings can rest on, by id. */
export type Bases = {
  constraints: ReadonlyMap<string, Basis>;
  entities: ReadonlyMap<string, Basis>;
};

/** What a finding rests on, as it is now; undefined when that is gone. */
export const basisOf = (
  { constraintId, entityId }: Pick<Finding, 'constraintId' | 'entityId'>,
  bases: Bases,
): Basis | undefined =>
  constraintId === undefined
    ? bases.entities.get(entityId ?? '')
    : bases.constraints.get(constraintId);

const holds = (waiver: StoredWaiver, bases: Bases): boolean => {
  const { constraintId, entityId, digest } = waiver;
  const named = constraintId === null ? { entityId: entityId ?? '' } : { constraintId };
  return basisOf(named, bases)?.digest === digest;
};

export const describeWaiver = (waiver: StoredWaiver, bases: Bases): Waiver => {
  const { digest: _digest, ...shown } = waiver;
  return { ...shown, lapsed: !holds(waiver, bases) };
};

/**
 * Findings with their waivers, as long as what they rest on is worded as it was then. A waived finding bears the id it was
 * waived under, by which the waiver can be taken back.
 */
export const applyWaivers = (
  findings: readonly Finding[],
  waivers: readonly StoredWaiver[],
  bases: Bases,
): Finding[] => {
  const held = new Map(
    waivers.filter((one) => holds(one, bases)).map((waiver) => [waiver.findingId, waiver]),
  );
  const waivedAs = matchAlike(
    [...held.keys()],
    findings.map(({ findingId }) => findingId),
  );
  return findings.map((finding) => {
    const waiver = held.get(waivedAs.get(finding.findingId) ?? '');
    if (waiver === undefined) return finding;
    return { ...finding, findingId: waiver.findingId, waived: true, reason: waiver.reason };
  });
};
