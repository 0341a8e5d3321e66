import type { Input } from '#shared/contract/index.ts';
import {
  type Entity,
  EntityDetail,
  entityDefaults,
  EntityFacts,
  type EntityKind,
  maxAliases,
} from '#shared/domain/knowledge.ts';
import { type Begun, draftOver } from '#renderer/app/kept-edits.ts';
import { isSame } from '#renderer/app/merge-drafts.ts';
import {
  draftOfFence,
  type FenceDraft,
  fenceOfDraft,
  parseChapter,
} from '#renderer/ui/fence-draft.ts';

/** A detail as it stands in the form. */
export type DetailDraft = Readonly<Pick<EntityDetail, 'detailId' | 'label' | 'text'>> & {
  from: string;
  /** It was added and says nothing yet: without a text it is no line, until the writer says that it ends what was before. */
  isOpen?: true;
};

export const newDetail = (label: string, from: string): DetailDraft => ({
  ...{ detailId: crypto.randomUUID(), label, text: '', from, isOpen: true },
});

/** Whether the line has no text and begins at a chapter, where the field may end. */
export const canEnd = ({ text, from }: DetailDraft): boolean =>
  text.trim() === '' && from.trim() !== '';

/** Says that the field ends there, or that nothing is said of it yet. */
export const withEnd = ({ isOpen: _open, ...detail }: DetailDraft, ends: boolean): DetailDraft =>
  ends ? detail : { ...detail, isOpen: true };

/** A line where nothing was filled in is none. */
const isBlank = ({ label, text, from, isOpen }: DetailDraft): boolean =>
  text.trim() === '' && (label.trim() === '' || from.trim() === '' || isOpen === true);

/** What of a line cannot be taken; null for what can. */
export const isDetailWrong = (detail: DetailDraft): 'label' | 'text' | 'from' | null => {
  const { label, text } = EntityDetail.shape;
  if (isBlank(detail)) return null;
  if (!label.safeParse(detail.label).success) return 'label';
  if (!text.safeParse(detail.text).success) return 'text';
  return parseChapter(detail.from) === undefined ? 'from' : null;
};

const detailsOf = (details: readonly DetailDraft[]): EntityDetail[] =>
  details
    .filter((detail) => !isBlank(detail))
    .map(({ from, isOpen: _open, ...detail }) => ({
      ...detail,
      fromChapter: parseChapter(from) ?? null,
    }));

/** An entry as it stands in the form; chapters are what was typed. */
export type Draft = Readonly<Omit<EntityFacts, 'details'>> & {
  details: readonly DetailDraft[];
  /** Of another name, while it is being typed. */
  aliasText: string;
  validFrom: string;
  validTo: string;
  fence: FenceDraft;
};

const typed = (chapter: number | null): string => (chapter === null ? '' : String(chapter));

const facts = EntityFacts.keyof().options;

/** Not parsed: what an earlier version took stands in the form as it is. */
const factsOf = (entity: Entity): EntityFacts =>
  Object.fromEntries(facts.map((fact) => [fact, entity[fact]])) as EntityFacts;

export const draftOf = (entity: Entity): Draft => ({
  ...factsOf(entity),
  details: entity.details.map(({ fromChapter, ...detail }) => ({
    ...detail,
    from: typed(fromChapter),
  })),
  aliasText: '',
  validFrom: typed(entity.validFromChapter),
  validTo: typed(entity.validToChapter),
  fence: draftOfFence(entity.fence),
});

export const emptyDraft = (kind: EntityKind): Draft => ({
  ...entityDefaults,
  aliases: [],
  details: [],
  kind,
  name: '',
  summary: '',
  aliasText: '',
  validFrom: '',
  validTo: '',
  fence: draftOfFence(null),
});

/** The details as they are written, each where its chapter is by now unless the writer gave it another one. */
const detailsOver = (
  mine: Draft['details'],
  begun: Draft['details'],
  theirs: Draft['details'],
): Draft['details'] => {
  const [before, now] = [begun, theirs].map(
    (details) => new Map(details.map(({ detailId, from }) => [detailId, from])),
  );
  return mine.map((detail) => {
    const { detailId, from } = detail;
    const isOwn = before?.get(detailId) !== from;
    return isOwn ? detail : { ...detail, from: now?.get(detailId) ?? from };
  });
};

/** {@link draftOver}, line by line of the details too. */
export const entityOver = (written: Begun<Draft>, theirs: Draft): Draft => {
  const over = draftOver(written, theirs);
  const { begun, draft } = written;
  if (begun === null || over.details !== draft.details) return over;
  return { ...over, details: detailsOver(draft.details, begun.details, theirs.details) };
};

export type Fault = keyof EntityFacts | 'validFrom' | 'validTo' | 'order' | 'fence';
export type EntityFields = Omit<Input<'knowledge:entities:create'>, 'projectId'>;
export type Reading = { faults: Fault[]; fields: EntityFields | null };

/** The aliases with another one: trimmed, once, never the name itself. Several may come at once. */
export const withAlias = (draft: Pick<Draft, 'name' | 'aliases'>, text: string): string[] => {
  const found = text
    .split(/[、,，;；\n]/u)
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '' && alias !== draft.name.trim());
  return [...new Set([...draft.aliases, ...found])];
};

/** What is being typed is an alias as well, as soon as the entry is stored. */
export const withTypedAlias = (draft: Draft): Draft =>
  draft.aliasText.trim() === ''
    ? draft
    : { ...draft, aliases: withAlias(draft, draft.aliasText), aliasText: '' };

/** What the form says, or which of its fields are wrong. */
export const readDraft = (typedDraft: Draft): Reading => {
  const draft = withTypedAlias(typedDraft);
  const given = EntityFacts.safeParse({ ...draft, details: detailsOf(draft.details) });
  const wrong = new Set(given.error?.issues.map(({ path }) => path[0]));
  if (draft.aliases.length > maxAliases) wrong.add('aliases');
  const from = parseChapter(draft.validFrom);
  const to = parseChapter(draft.validTo);
  const fence = fenceOfDraft(draft.fence);
  if (draft.details.some(isDetailWrong)) wrong.add('details');
  const faults: Fault[] = facts.filter((fact) => wrong.has(fact));
  if (from === undefined) faults.push('validFrom');
  if (to === undefined) faults.push('validTo');
  if (typeof from === 'number' && typeof to === 'number' && to < from) faults.push('order');
  if (fence === undefined) faults.push('fence');
  if (faults.length > 0 || !given.success) return { faults, fields: null };
  if (from === undefined || to === undefined || fence === undefined)
    return { faults, fields: null };
  return {
    faults,
    fields: {
      ...given.data,
      validFromChapter: from,
      validToChapter: to,
      fence,
    },
  };
};

/**
 * What is sent of a form that changes an entry: a chapter nobody gave another number stays out, for its number may be
 * another one by now, and the fact would go to another chapter with it (B3).
 */
export const changedFields = (
  fields: EntityFields,
  { draft, begun }: Pick<Begun<Draft>, 'draft' | 'begun'>,
): Omit<Input<'knowledge:entities:update'>, 'projectId' | 'entityId' | 'expectedVersion'> => {
  if (begun === null) return fields;
  const { details = [], validFromChapter, validToChapter, fence, ...facts } = fields;
  const before = new Map(begun.details.map(({ detailId, from }) => [detailId, from]));
  const typedNow = new Map(draft.details.map(({ detailId, from }) => [detailId, from]));
  return {
    ...facts,
    details: details.map(({ fromChapter, ...detail }) => {
      const { detailId } = detail;
      const isSameChapter = before.get(detailId) === typedNow.get(detailId);
      return isSameChapter ? detail : { ...detail, fromChapter };
    }),
    ...(draft.validFrom === begun.validFrom ? {} : { validFromChapter }),
    ...(draft.validTo === begun.validTo ? {} : { validToChapter }),
    ...(isSame(draft.fence, begun.fence) ? {} : { fence }),
  };
};
