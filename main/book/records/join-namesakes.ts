/** Makes one codex entry of two that bear one name, which two machines made without knowing of each other (B5). */
import { AppError } from '#shared/errors.ts';
import type { ChapterReference } from '#shared/domain/fence.ts';
import type { StoredFence } from '../chapter-reference.ts';
import { CodexFields } from '../record-source.ts';
import { distinct, strictestFence } from '../strictest-fence.ts';
import { inStableOrder } from './merge-fields.ts';
import { canonicalJson, type Fields, isSameValue } from './record-state.ts';
import type { DatabaseChange } from './sync-request.ts';

/** `gone` becomes `kept`. */
export type Joining = { kept: string; gone: string };

type Relations = CodexFields['relations'];

/** The same everywhere, whoever joins them and in which order they came. */
export const joiningOf = (one: string, other: string): Joining =>
  one < other ? { kept: one, gone: other } : { kept: other, gone: one };

const replaceInFence = (fence: StoredFence, { kept, gone }: Joining): StoredFence =>
  fence.knownBy?.includes(gone)
    ? inStableOrder({
        ...fence,
        knownBy: distinct(fence.knownBy.map((id) => (id === gone ? kept : id))),
      })
    : fence;

/** Relations, chapters and fences; expectations and what was set aside of contradictions. */
const namesEntry: ReadonlySet<string> = new Set(['to', 'pointOfView', 'entityId']);

/** Whatever names the entry that goes names the one that stays. */
const replaceIn = (value: unknown, joining: Joining): unknown => {
  if (Array.isArray(value)) return value.map((member) => replaceIn(member, joining));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'fence' && member !== null && !('revision' in member)) {
        return [key, replaceInFence(member as StoredFence, joining)];
      }
      const isName = namesEntry.has(key) && member === joining.gone;
      return [key, isName ? joining.kept : replaceIn(member, joining)];
    }),
  );
};

type ChapterDecision = { revision: number; fence: StoredFence | null } | null | undefined;

/** A chapter's fence that names another entry is decided anew. */
const replaceInRecord = (fields: Fields, joining: Joining): Fields => {
  const next = replaceIn(fields, joining) as Fields;
  const decided = next['fence'] as ChapterDecision;
  if (!decided || !('revision' in decided)) return next;
  const isSame = isSameValue(decided, fields['fence']);
  return isSame ? next : { ...next, fence: { ...decided, revision: decided.revision + 1 } };
};

/** What records of any kind become when one entry takes the other's place; only those that change. */
export const replaceEntity = (
  stored: ReadonlyMap<string, Fields>,
  joining: Joining,
): DatabaseChange[] =>
  [...stored].flatMap(([id, before]) => {
    const fields = replaceInRecord(before, joining);
    return isSameValue(fields, before) ? [] : [{ id, fields }];
  });

const joinTexts = (kept: string, gone: string): string => {
  if (kept.includes(gone)) return kept;
  return gone.includes(kept) ? gone : `${kept}\n\n${gone}`;
};

const joinInclusions = (
  kept: CodexFields['inclusion'],
  gone: CodexFields['inclusion'],
): CodexFields['inclusion'] => {
  if (kept === gone) return kept;
  return kept === 'never' || gone === 'never' ? 'never' : 'always';
};

/** Of two beginnings both must have come: the one that is not kept closes the entry until then. */
const joinBeginnings = (
  kept: ChapterReference | null,
  gone: ChapterReference | null,
): { validFrom: ChapterReference | null; closing: StoredFence[] } => {
  if (kept === null || gone === null || isSameValue(kept, gone)) {
    return { validFrom: kept ?? gone, closing: [] };
  }
  return { validFrom: kept, closing: [{ notBefore: [gone] }] };
};

/** Each relation once, and none of an entry with itself. */
const joinRelations = (kept: Relations, gone: Relations, { kept: id }: Joining): Relations => {
  const said = new Set<string>();
  const joined = [...Object.entries(kept), ...Object.entries(gone)].filter(([, relation]) => {
    const text = canonicalJson(relation);
    if (relation.to === id || said.has(text)) return false;
    said.add(text);
    return true;
  });
  return Object.fromEntries(joined);
};

/** Both sides' details; what both say word for word once. */
const joinDetails = (kept: CodexFields, gone: CodexFields): Pick<CodexFields, 'details'> => {
  const said = new Set(Object.values(kept.details ?? {}).map(canonicalJson));
  const added = Object.entries(gone.details ?? {}).filter(
    ([id, detail]) => !(id in (kept.details ?? {})) && !said.has(canonicalJson(detail)),
  );
  const details = { ...kept.details, ...Object.fromEntries(added) };
  return Object.keys(details).length > 0 ? { details } : {};
};

const joinFields = (kept: CodexFields, gone: CodexFields, joining: Joining): CodexFields => {
  const { validFrom, closing } = joinBeginnings(kept.validFrom, gone.validFrom);
  const fences = [kept.fence, gone.fence, ...closing].filter((fence) => fence !== null);
  const fence = strictestFence(fences);
  return {
    ...kept,
    aliases: distinct([...kept.aliases, gone.name, ...gone.aliases]).filter(
      (alias) => alias !== kept.name,
    ),
    summary: joinTexts(kept.summary, gone.summary),
    inclusion: joinInclusions(kept.inclusion, gone.inclusion),
    validFrom,
    validTo: kept.validTo ?? gone.validTo,
    fence: fence && inStableOrder(fence),
    ...joinDetails(kept, gone),
    relations: joinRelations(kept.relations, gone.relations, joining),
  };
};

/** Two that are related to one another are two. */
const isRelated = (fields: Fields | undefined, to: string): boolean =>
  Object.values((fields?.['relations'] ?? {}) as Relations).some((one) => one.to === to);

/** Whether two entries of one name can be one. */
export const mayBeOne = (
  stored: ReadonlyMap<string, Fields>,
  one: string,
  other: string,
): boolean => !isRelated(stored.get(one), other) && !isRelated(stored.get(other), one);

/**
 * What the codex becomes: nothing that either entry says is lost, and the stricter fence holds. ENTITY_INVALID where both
 * together are more than an entry may hold.
 */
export const joinNamesakes = (
  stored: ReadonlyMap<string, Fields>,
  joining: Joining,
): DatabaseChange[] => {
  const { kept, gone } = joining;
  const [first, second] = [stored.get(kept), stored.get(gone)];
  if (!first || !second) return [];
  const named = [first, second].map((fields) => replaceInRecord(fields, joining) as CodexFields);
  const [one, other] = named as [CodexFields, CodexFields];
  const parsed = CodexFields.safeParse(joinFields(one, other, joining));
  if (!parsed.success) {
    throw new AppError('ENTITY_INVALID', 'Both together are more than one entry may hold.', {
      field: parsed.error.issues[0]?.path.map(String)[0] ?? '',
    });
  }
  const others = replaceEntity(stored, joining).filter(({ id }) => id !== kept && id !== gone);
  const fields = { ...parsed.data, since: first['since'] };
  return [...others, { id: kept, fields }, { id: gone, fields: null }];
};
