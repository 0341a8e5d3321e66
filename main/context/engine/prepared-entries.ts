/** Codex entries as a point of view may read them: made once while codex, fences and point of view stay as they are. */
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import { type Candidate, costedText } from './candidate.ts';
import {
  type Exclusion,
  fenceExclusion,
  fenceText,
  type PointOfView,
  validityExclusion,
} from './eligibility.ts';
import { createEntriesInChapter, describeDetails } from './entries-in-chapter.ts';
import type { ForbiddenNames } from './forbidden-names.ts';
import { createLikeness, type FindLikeness } from './likeness.ts';
import { itemText } from './price.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { areSameExclusions, haveSameMembers } from './same-members.ts';
import { shortenEntry } from './shorten-entry.ts';
import { sentenceStarts } from './trim-text.ts';

/** What of an entry's candidate does not depend on the cursor. */
export type PreparedEntry = Required<
  Pick<Candidate, 'id' | 'title' | 'body' | 'item' | 'revision' | 'recorded' | 'shorten'>
> &
  Pick<Candidate, 'excluded' | 'fence' | 'shortened'> & { isAlways: boolean };

export type PreparedEntries = {
  /** In the codex's own order, so that the prefix stays stable. */
  entries: readonly PreparedEntry[];
  /** Ends of the relations that may be shown. */
  related: readonly Pick<Relation, 'subjectId' | 'objectId'>[];
  /** Of each entry's summary to the text at the cursor. */
  findLikeness: FindLikeness;
};

/** What of a request the codex depends on, beside where it stands. */
export type EntryInput = {
  entities: readonly Entity[];
  relations: readonly Relation[];
  mute: ReadonlySet<string>;
};

export type EntryView = { templates: PromptTemplates; at: PointOfView; forbidden: ForbiddenNames };

export type PrepareEntries = (input: EntryInput, view: EntryView) => PreparedEntries;

/** What is closed from here; `relations` in their order. */
type Closed = { entries: readonly (Exclusion | null)[]; relations: readonly (Exclusion | null)[] };

const entityExclusion = (
  entity: Entity,
  { mute }: EntryInput,
  at: PointOfView,
): Exclusion | null => {
  const fenced = fenceExclusion(entity.fence, at);
  if (fenced) return fenced;
  if (mute.has(entity.entityId)) return { reason: 'mutedByWriter' };
  if (entity.inclusion === 'never') return { reason: 'neverIncluded' };
  return validityExclusion(entity, at);
};

const findClosed = (input: EntryInput, at: PointOfView): Closed => ({
  entries: input.entities.map((entity) => entityExclusion(entity, input, at)),
  relations: input.relations.map(
    (relation) => fenceExclusion(relation.fence, at) ?? validityExclusion(relation, at),
  ),
});

/** Relations that may be shown: both ends known and in, and no hidden name in their words. */
const openRelations = (
  { entities, relations }: EntryInput,
  closed: Closed,
  forbidden: ForbiddenNames,
): Relation[] => {
  const open = new Set<string>();
  for (const [index, { entityId }] of entities.entries()) {
    if (!closed.entries[index]) open.add(entityId);
  }
  return relations.filter(
    ({ subjectId, objectId, predicate }, index) =>
      !closed.relations[index] &&
      !forbidden.mentionedIn(predicate) &&
      open.has(subjectId) &&
      open.has(objectId),
  );
};

/** What is told of each entry's relations, by the entry that is their subject. */
export const describeRelations = (
  entities: readonly Entity[],
  relations: readonly Relation[],
  templates: PromptTemplates,
): Map<string, string[]> => {
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  const linesBySubject = new Map<string, string[]>();
  for (const { subjectId, predicate, objectId } of relations) {
    const lines = linesBySubject.get(subjectId) ?? [];
    const [subject, object] = [names.get(subjectId) ?? '', names.get(objectId) ?? ''];
    lines.push(templates.relation(subject, predicate, object));
    linesBySubject.set(subjectId, lines);
  }
  return linesBySubject;
};

/** The sentences that no hidden name touches: a name may hold what ends a sentence. */
const withoutHidden = (summary: string, forbidden: ForbiddenNames): string => {
  const hidden = forbidden.placesIn(summary);
  const starts = [0, ...sentenceStarts(summary)];
  const open = starts
    .map((start, index) => ({ start, end: starts[index + 1] ?? summary.length }))
    .filter(
      (sentence) => !hidden.some(({ start, end }) => start < sentence.end && end > sentence.start),
    )
    .map(({ start, end }) => summary.slice(start, end))
    .filter((sentence) => !forbidden.mentionedIn(sentence))
    .join('')
    .trim();
  // What stood apart may make a name together.
  return forbidden.mentionedIn(open) ? '' : open;
};

/** An entry without the sentences and other names that mention one a fence keeps back (N3). */
const withoutForbidden = (
  { aliases, summary, details }: Entity,
  { forbidden, templates }: EntryView,
): { aliases: string[]; summary: string; isShortened: boolean } => {
  const whole = describeDetails(summary, details, templates);
  if (![whole, ...aliases].some((text) => forbidden.mentionedIn(text))) {
    return { aliases, summary: whole, isShortened: false };
  }
  const open = withoutHidden(summary, forbidden);
  const shown = details.filter(
    ({ label, text }) => !forbidden.mentionedIn(templates.detail(label, text)),
  );
  const told = describeDetails(open, shown, templates);
  return {
    aliases: aliases.filter((alias) => !forbidden.mentionedIn(alias)),
    // What stands in two lines may make a name together.
    summary: forbidden.mentionedIn(told) ? open : told,
    isShortened: true,
  };
};

/** What a request says of an entry. */
export const entryBody = (
  { kind, name }: Pick<Entity, 'kind' | 'name'>,
  { aliases, summary }: Pick<Entity, 'aliases' | 'summary'>,
  lines: readonly string[],
  templates: PromptTemplates,
): string => [templates.entity(templates.kinds[kind], name, aliases, summary), ...lines].join('\n');

const prepareEntry = (
  entity: Entity,
  lines: readonly string[],
  excluded: Exclusion | null,
  view: EntryView,
): PreparedEntry => {
  const { templates } = view;
  const kind = templates.kinds[entity.kind];
  const shown = withoutForbidden(entity, view);
  const sheetOf = (summary: string): string =>
    templates.entity(kind, entity.name, shown.aliases, summary);
  const body = entryBody(entity, shown, lines, templates);
  const subject = {
    id: entity.entityId,
    group: 'entities',
    title: templates.titles.entity(kind, entity.name),
    body,
    revision: `${entity.version}:${[...entity.details.map(({ detailId }) => detailId), ...lines].join('\n')}`,
    fence: fenceText(entity.fence),
  } as const;
  return {
    ...subject,
    item: costedText(itemText('entities', body, 0, true)),
    recorded: { ...subject, documentId: null },
    excluded,
    isAlways: entity.inclusion === 'always',
    shorten: shortenEntry(sheetOf, shown.summary),
    shortened: shown.isShortened ? 'fencedPart' : undefined,
  };
};

const prepareEntries = (input: EntryInput, closed: Closed, view: EntryView): PreparedEntries => {
  const related = openRelations(input, closed, view.forbidden);
  const linesBySubject = describeRelations(input.entities, related, view.templates);
  return {
    entries: input.entities.map((entity, index) => {
      const lines = linesBySubject.get(entity.entityId) ?? [];
      return prepareEntry(entity, lines, closed.entries[index] ?? null, view);
    }),
    related,
    findLikeness: createLikeness(input.entities.map(({ summary }) => summary)),
  };
};

/** Chapters on either side of a fence, and points of view, that are asked for in turns. */
const rememberedViews = 8;

type Known = Pick<EntryInput, 'entities' | 'relations'> & {
  templates: PromptTemplates;
  closed: Closed;
  prepared: PreparedEntries;
};

const isSame = (known: Known, input: EntryInput, closed: Closed, view: EntryView): boolean =>
  known.templates === view.templates &&
  haveSameMembers(known.entities, input.entities) &&
  haveSameMembers(known.relations, input.relations) &&
  areSameExclusions(known.closed.entries, closed.entries) &&
  areSameExclusions(known.closed.relations, closed.relations);

/** Remembers entries by what is closed, which is also what hides names. */
export const createEntryPreparer = (): PrepareEntries => {
  let views: Known[] = [];
  const inChapter = createEntriesInChapter();
  return (given, view) => {
    const { chapter } = view.at;
    const input = { ...given, entities: inChapter(given.entities, chapter) };
    const closed = findClosed(input, view.at);
    const known = views.find((one) => isSame(one, input, closed, view));
    if (known) return known.prepared;
    const prepared = prepareEntries(input, closed, view);
    const { entities, relations } = input;
    const made = { entities, relations, templates: view.templates, closed, prepared };
    views = [made, ...views].slice(0, rememberedViews);
    return prepared;
  };
};
