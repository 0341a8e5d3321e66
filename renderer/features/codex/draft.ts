import type { Input } from '#shared/contract/index.ts';
import {
  type Entity,
  type EntityKind,
  EntityName,
  EntitySummary,
  type Inclusion,
  maxAliases,
} from '#shared/domain/knowledge.ts';
import {
  draftOfFence,
  type FenceDraft,
  fenceOfDraft,
  parseChapter,
} from '#renderer/ui/fence-draft.ts';

/** An entry as it stands in the form; chapters are what was typed. */
export type Draft = {
  kind: EntityKind;
  name: string;
  aliases: readonly string[];
  summary: string;
  validFrom: string;
  validTo: string;
  inclusion: Inclusion;
  fence: FenceDraft;
};

const typed = (chapter: number | null): string => (chapter === null ? '' : String(chapter));

export const draftOf = (entity: Entity): Draft => ({
  kind: entity.kind,
  name: entity.name,
  aliases: entity.aliases,
  summary: entity.summary,
  validFrom: typed(entity.validFromChapter),
  validTo: typed(entity.validToChapter),
  inclusion: entity.inclusion,
  fence: draftOfFence(entity.fence),
});

export const emptyDraft = (kind: EntityKind): Draft => ({
  kind,
  name: '',
  aliases: [],
  summary: '',
  validFrom: '',
  validTo: '',
  inclusion: 'auto',
  fence: draftOfFence(null),
});

export type Fault = 'name' | 'aliases' | 'summary' | 'validFrom' | 'validTo' | 'order' | 'fence';
export type EntityFields = Omit<Input<'knowledge:entities:create'>, 'projectId'>;
export type Reading = { faults: Fault[]; fields: EntityFields | null };

/** What the form says, or which of its fields are wrong. */
export const readDraft = (draft: Draft): Reading => {
  const name = EntityName.safeParse(draft.name);
  const summary = EntitySummary.safeParse(draft.summary);
  const from = parseChapter(draft.validFrom);
  const to = parseChapter(draft.validTo);
  const fence = fenceOfDraft(draft.fence);
  const faults: Fault[] = [];
  if (!name.success) faults.push('name');
  if (
    draft.aliases.length > maxAliases ||
    draft.aliases.some((alias) => !EntityName.safeParse(alias).success)
  ) {
    faults.push('aliases');
  }
  if (!summary.success) faults.push('summary');
  if (from === undefined) faults.push('validFrom');
  if (to === undefined) faults.push('validTo');
  if (typeof from === 'number' && typeof to === 'number' && to < from) faults.push('order');
  if (fence === undefined) faults.push('fence');
  if (faults.length > 0 || !name.success || !summary.success) return { faults, fields: null };
  if (from === undefined || to === undefined || fence === undefined)
    return { faults, fields: null };
  return {
    faults,
    fields: {
      kind: draft.kind,
      name: name.data,
      aliases: [...draft.aliases],
      summary: summary.data,
      validFromChapter: from,
      validToChapter: to,
      inclusion: draft.inclusion,
      fence,
    },
  };
};

/** The aliases with another one: trimmed, once, never the name itself. Several may come at once. */
export const withAlias = (draft: Pick<Draft, 'name' | 'aliases'>, text: string): string[] => {
  const found = text
    .split(/[、,，;；\n]/u)
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== draft.name.trim());
  return [...new Set([...draft.aliases, ...found])];
};
