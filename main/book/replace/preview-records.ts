/** What a new name would make of everything the writer wrote beside the text (W2). */
import type { Output } from '#shared/contract/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { RecordChange, UnfitWords } from '#shared/domain/manuscript.ts';
import { betweenMarks } from '#shared/emphases.ts';
import { applyPlaces } from './apply-places.ts';
import { findNames, type NameSearch } from './find-names.ts';
import type { Form } from './name-forms.ts';
import type { ReplaceParts } from './parts.ts';
import { createTurns } from '../take-turns.ts';
import { keepLineEnds } from './keep-line-ends.ts';
import type { KindOfRecord } from './record-kinds.ts';
import { whyUnfit, withWords, type Words, wordsOf } from './record-words.ts';

type RecordPreview = Output<'manuscript:rename:preview'>['records'][number];
type Part = RecordPreview['parts'][number];
type Renaming = { entity: Pick<Entity, 'entityId'>; search: NameSearch };
type EntryChange = Extract<RecordChange, { kind: 'entity' }>;

/** A field as it becomes, and what of it is seen to change. */
type Reworded = { words: Words; parts: Part[] };

/** Between two fields, or two names. */
const between: Part = { text: ' · ' };
const joinParts = (lists: readonly Part[][]): Part[] =>
  lists.flatMap((parts, index) => (index === 0 ? parts : [between, ...parts]));

/** Marks of emphasis that a name may go on over. */
const marks = /[*_]/gu;

/** A record's text with every sure place renamed; null where there is none. */
const rewordText = (
  { knowledge }: ReplaceParts,
  projectId: string,
  search: NameSearch,
  text: string,
): Reworded | null => {
  // Most records name somebody else, and a matcher of all names takes its time.
  const plain = text.replaceAll(marks, '');
  if (!search.forms.some(({ form }) => plain.includes(form.from))) return null;
  const matches = knowledge.matcher(projectId).find(text);
  const places = [...findNames(text, search, matches)].flatMap((place) => {
    if (place === null || place.doubt !== null || place.form.to === place.form.from) return [];
    const to = keepLineEnds(text.slice(place.start, place.end), place.to);
    return [{ ...place, replacement: betweenMarks(to, place.keptMarks) }];
  });
  if (places.length === 0) return null;
  const parts: Part[] = [];
  let taken = 0;
  for (const { start, end, replacement } of places) {
    if (start > taken) parts.push({ text: text.slice(taken, start) });
    parts.push({ text: text.slice(start, end), to: replacement });
    taken = end;
  }
  if (taken < text.length) parts.push({ text: text.slice(taken) });
  return { words: applyPlaces(text, places), parts };
};

/** The names an entry goes by are put in as they are asked for, not looked for in its other names; one that becomes another of them goes. */
const renameEntry = (
  { knowledge }: Pick<ReplaceParts, 'knowledge'>,
  { name: was = '', aliases = [] }: EntryChange,
  forms: readonly Form[],
) => {
  const become = (one: string): string =>
    forms.find((form) => form.from === one && form.to !== '')?.to ?? one;
  const partsOf = (one: string, to: string): Part[] => [
    { text: one, ...(to === one ? {} : { to }) },
  ];
  const name = become(was);
  const kept = knowledge.distinctAliases(name, aliases.map(become));
  const left = new Set(kept);
  const aliasParts = aliases.map((one) => {
    const to = become(one);
    return partsOf(one, left.delete(to) ? to : '');
  });
  return {
    name: { words: name, parts: partsOf(was, name) },
    ...(aliases.length > 0 ? { aliases: { words: kept, parts: joinParts(aliasParts) } } : {}),
  };
};

/** Fields that become others; those of names are left to {@link renameEntry}. */
const rewordFields = (
  change: RecordChange,
  again: (text: string) => Reworded | null,
): Record<string, Reworded> => {
  const fields: Record<string, Reworded> = {};
  for (const [name, words] of Object.entries(wordsOf(change))) {
    if (typeof words !== 'string' || (change.kind === 'entity' && name === 'name')) continue;
    const reworded = again(words);
    if (reworded) fields[name] = reworded;
  }
  return fields;
};

const stays = ({ text }: Part): Part => ({ text });

/** A field that does not take its new words is left as it is, and shown so; the others change. */
const previewRecord = (
  change: RecordChange,
  fields: Readonly<Record<string, Reworded>>,
  title: string,
): RecordPreview => {
  const words: Record<string, Words> = {};
  const shown: Part[][] = [];
  let leftOut: UnfitWords | null = null;
  for (const [name, field] of Object.entries(fields)) {
    const why = whyUnfit(change, name, field.words);
    shown.push(why === null ? field.parts : field.parts.map(stays));
    if (why === null) words[name] = field.words;
    else leftOut ??= why;
  }
  return {
    ...{ title, parts: joinParts(shown), change: withWords(change, words) },
    ...(leftOut === null ? {} : { leftOut }),
    isUnfit: Object.keys(words).length === 0,
  };
};

/**
 * Records in which something would change: the entry itself first, then the others, kind by kind. Names of the entry that are
 * part of its other fields are looked for in all of them.
 */
export const previewRecords = async (
  parts: ReplaceParts,
  projectId: string,
  { entity, search }: Renaming,
  signal: AbortSignal | undefined,
): Promise<RecordPreview[]> => {
  const forms = search.forms.map(({ form }) => form);
  const again = (text: string): Reworded | null => rewordText(parts, projectId, search, text);
  const isOwn = (change: RecordChange): change is EntryChange =>
    change.kind === 'entity' && change.id === entity.entityId;
  const previews: RecordPreview[] = [];
  const takeTurns = createTurns(signal);
  for (const kind of Object.values<KindOfRecord>(parts.kinds)) {
    for (const change of kind.list(projectId)) {
      await takeTurns();
      const own = isOwn(change) ? renameEntry(parts, change, forms) : {};
      const fields = { ...own, ...rewordFields(change, again) };
      if (Object.keys(fields).length === 0) continue;
      const preview = previewRecord(change, fields, kind.titleOf(projectId, change));
      if (isOwn(change)) previews.unshift(preview);
      else previews.push(preview);
    }
  }
  return previews;
};
