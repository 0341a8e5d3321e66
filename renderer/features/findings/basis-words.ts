import type { Finding } from '#shared/domain/finding.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { Basis } from './store.ts';

type Names = ReadonlyMap<string, Basis>;

/** "Constraint 1", "Codex: 舅公": what a finding rests on, in a word or two. */
export function basisWords(
  t: Translate,
  { constraintId, entityId }: Pick<Finding, 'constraintId' | 'entityId'>,
  names: Names,
): string {
  const basis = names.get(constraintId ?? '') ?? names.get(entityId ?? '');
  if (basis === undefined) return t('findings:basis.other');
  if (basis.kind === 'book') return t(`findings:basis.${basis.setting}`);
  return basis.kind === 'constraint'
    ? t('findings:basis.constraint', { number: basis.number })
    : t('findings:basis.entity', { name: basis.name });
}
