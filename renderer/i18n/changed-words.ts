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

const entityFields = [
  'name',
  'kind',
  'aliases',
  'summary',
  'details',
  'validFrom',
  'validTo',
  'inclusion',
  'fence',
] as const;
const entityTies = ['relations', 'portrait'] as const;

/** What was written, and what to do; null for what there is to do about any other refusal of its kind. */
type Words = { what: string; next: string | null };

const entityWords = (t: Translate, { name, fields }: Changed): Words => {
  const said = (named: readonly ((typeof entityFields)[number] | (typeof entityTies)[number])[]) =>
    named
      .filter((field) => fields.includes(field))
      .map((field) => t(`codex:fields.${field}`))
      .join(t('app:kept.and'));
  const ties = said(entityTies);
  if (ties === '') {
    const what = t('codex:changedSince.fields', { name, fields: said(entityFields) });
    return { what, next: null };
  }
  // The writer may have given it these in this very window.
  const what = t('codex:changedSince.ties', { name, ties });
  return { what, next: t('codex:changedSince.tiesNext') };
};

/** Null where nothing is named. */
export const changedWords = (
  t: Translate,
  { changed, name, fields }: Record<string, Json>,
): Words | null => {
  if (changed !== 'constraint' && changed !== 'habit' && changed !== 'entity') return null;
  if (typeof name !== 'string' || !Array.isArray(fields)) return null;
  const named = { name: shortName(name), fields };
  const areas = { constraint: 'constraints', habit: 'memory', entity: 'codex' } as const;
  if (fields.includes('deleted')) {
    const what = t(`${areas[changed]}:changedSince.deleted`, named);
    return { what, next: t('app:deletedSince') };
  }
  if (changed === 'entity') return entityWords(t, named);
  const isHabit = changed === 'habit';
  return {
    what: isHabit ? t('memory:changedSince.text', named) : constraintWords(t, named),
    next: null,
  };
};
