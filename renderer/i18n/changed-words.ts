/** What is something else by now, so that a step is not taken back over it. */
import type { Json } from '#shared/errors.ts';
import type { Translate } from './index.ts';
import { shortName } from './short-name.ts';

/** What a refusal of FIELD_CHANGED names. */
type Changed = { name: string; fields: readonly Json[] };

const constraintFields = ['text', 'type', 'priority', 'enabled', 'fence'] as const;

const constraintWords = (t: Translate, { name, fields }: Changed): string => {
  if (fields.length === 1 && fields[0] === 'priority') return t('constraints:changedSince.order');
  const named = constraintFields.filter((field) => fields.includes(field));
  const words = named.map((field) => t(`constraints:fields.${field}`)).join(t('app:kept.and'));
  return t('constraints:changedSince.fields', { name, fields: words });
};

/** Null where nothing is named. */
export const changedWords = (
  t: Translate,
  { changed, name, fields }: Record<string, Json>,
): { what: string; isGone: boolean } | null => {
  if ((changed !== 'constraint' && changed !== 'habit') || typeof name !== 'string') return null;
  if (!Array.isArray(fields)) return null;
  const named = { name: shortName(name), fields };
  const isGone = fields.includes('deleted');
  if (changed === 'constraint') {
    const what = isGone ? t('constraints:changedSince.deleted', named) : constraintWords(t, named);
    return { what, isGone };
  }
  return { what: t(`memory:changedSince.${isGone ? 'deleted' : 'text'}`, named), isGone };
};
