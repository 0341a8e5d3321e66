/** The words of a record as fields, which a replacement changes and its undo puts back one by one. Pure. */
import type { z } from 'zod';
import { ConstraintText } from '#shared/domain/constraint.ts';
import { EntityDetail, EntityName, EntitySummary, Predicate } from '#shared/domain/knowledge.ts';
import type { RecordChange, UnfitWords } from '#shared/domain/manuscript.ts';
import { MemoryRuleText } from '#shared/domain/memory.ts';
import { NoteText } from '#shared/domain/note.ts';
import { Synopsis } from '#shared/domain/project.ts';
import { SceneSynopsis } from '#shared/domain/scene-facts.ts';
import { ThreadNote, ThreadTitle } from '#shared/domain/thread.ts';

export type Words = string | readonly string[];
export type RecordWords = Readonly<Record<string, Words>>;

type Detail = NonNullable<Extract<RecordChange, { kind: 'entity' }>['details']>[number];
const labelKey = ({ detailId }: Pick<Detail, 'detailId'>): string => `label of ${detailId}`;
const textKey = ({ detailId }: Pick<Detail, 'detailId'>): string => `text of ${detailId}`;

/** Those that a change of an entry leaves out are not there; each of its details is two. */
const entityWords = (change: Extract<RecordChange, { kind: 'entity' }>): RecordWords => {
  const { name, aliases, summary, details = [] } = change;
  return {
    ...(name === undefined ? {} : { name }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(summary === undefined ? {} : { summary }),
    ...Object.fromEntries(details.map((detail) => [labelKey(detail), detail.label])),
    ...Object.fromEntries(details.map((detail) => [textKey(detail), detail.text])),
  };
};

export const wordsOf = (change: RecordChange): RecordWords => {
  switch (change.kind) {
    case 'entity':
      return entityWords(change);
    case 'relation':
      return { predicate: change.predicate };
    case 'thread':
      return { title: change.title, note: change.note };
    case 'scene':
      return { synopsis: change.synopsis };
    case 'constraint':
    case 'habit':
    case 'note':
    case 'synopsis':
    case 'proposal':
      return { text: change.text };
  }
};

const textIn = (words: RecordWords, name: string, otherwise: string): string => {
  const text = words[name];
  return typeof text === 'string' ? text : otherwise;
};

/** The same change with other words for the fields it has. */
export const withWords = (change: RecordChange, words: RecordWords): RecordChange => {
  switch (change.kind) {
    case 'entity': {
      const { name, aliases, summary } = { ...entityWords(change), ...words };
      return {
        ...change,
        ...(typeof name === 'string' ? { name } : {}),
        ...(Array.isArray(aliases) ? { aliases: [...aliases] } : {}),
        ...(typeof summary === 'string' ? { summary } : {}),
        ...(change.details && {
          details: change.details.map((detail) => ({
            ...detail,
            label: textIn(words, labelKey(detail), detail.label),
            text: textIn(words, textKey(detail), detail.text),
          })),
        }),
      };
    }
    case 'relation':
      return { ...change, predicate: textIn(words, 'predicate', change.predicate) };
    case 'thread':
      return {
        ...change,
        title: textIn(words, 'title', change.title),
        note: textIn(words, 'note', change.note),
      };
    case 'scene':
      return { ...change, synopsis: textIn(words, 'synopsis', change.synopsis) };
    case 'constraint':
    case 'habit':
    case 'note':
    case 'synopsis':
    case 'proposal':
      return { ...change, text: textIn(words, 'text', change.text) };
  }
};

/** Nothing is left of a synopsis that was only a name; a detail without words would end what it says from its chapter on. */
const DetailText = EntityDetail.shape.text.min(1);
const SynopsisOfChapter = Synopsis.min(1);
const SynopsisOfScene = SceneSynopsis.min(1);

/** What each field takes when it is written anew. */
const rules: { [K in RecordChange['kind']]: Readonly<Record<string, z.ZodType>> } = {
  entity: { name: EntityName, aliases: EntityName.array(), summary: EntitySummary },
  relation: { predicate: Predicate },
  constraint: { text: ConstraintText },
  habit: { text: MemoryRuleText },
  thread: { title: ThreadTitle, note: ThreadNote },
  note: { text: NoteText },
  scene: { synopsis: SynopsisOfScene },
  synopsis: { text: SynopsisOfChapter },
  proposal: { text: SynopsisOfChapter },
};

const ruleOf = ({ kind }: Pick<RecordChange, 'kind'>, name: string): z.ZodType | undefined =>
  rules[kind][name] ?? (name.startsWith('label of ') ? EntityDetail.shape.label : DetailText);

/** Why a field cannot have these words; null where it can. */
export const whyUnfit = (
  change: Pick<RecordChange, 'kind'>,
  name: string,
  words: Words,
): UnfitWords | null => {
  const parsed = ruleOf(change, name)?.safeParse(words);
  if (parsed === undefined || parsed.success) return null;
  return parsed.error.issues.some(({ code }) => code === 'too_big') ? 'tooLong' : 'empty';
};
