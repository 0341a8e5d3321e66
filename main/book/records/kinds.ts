/** The kinds of records: where each lies, what its file is, and how its fields are merged (B1). */
import { z } from 'zod';
import {
  BookFields,
  ChapterFields,
  CodexFields,
  ConstraintFields,
  DismissedFields,
  ExpectationFields,
  HabitFields,
  NoteFields,
  SceneFields,
  ThreadFields,
} from '../record-source.ts';
import { noBookSettings } from '#shared/domain/book-settings.ts';
import { noGoals } from '#shared/domain/days.ts';
import { entityDefaults } from '#shared/domain/knowledge.ts';
import type { FieldRule } from './merge-fields.ts';
import type { Fields } from './record-state.ts';

export const recordKinds = [
  'codex',
  'constraints',
  'habits',
  'chapters',
  'expectations',
  'threads',
  'notes',
  'scenes',
  'dismissed',
  'book',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The one record of what is settled for the whole book. */
export const bookRecordId = 'book';

export type KindSpec = {
  kind: RecordKind;
  /** The file's first words, by which it is known as a record whatever follows. */
  marker: string;
  extension: '.md' | '.yaml';
  schema: z.ZodType<Fields>;
  rules: Readonly<Record<string, FieldRule>>;
  /** The field that is the file's text; null for a file without one. */
  body: string | null;
  /** Fields that a new file need not have. */
  empty: Fields;
  /** The writer is told of nothing but conflicts. */
  isQuiet?: true;
  /** A record that says nothing needs no file. */
  isWrittenOnceSettled?: true;
  /** What the file is called after; null: after its id. */
  nameOf(fields: Fields): string | null;
};

/** Records of one kind are counted as they are made: lists keep that order on every machine. */
const born = { since: z.number().int().min(0).max(1_000_000_000) };
const noFacts = { validFrom: null, validTo: null, fence: null };

const { details: _noDetails, ...codexDefaults } = entityDefaults;

const firstWords = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 24).split('\n', 1).join('') : '';

export const kindSpecs: Readonly<Record<RecordKind, KindSpec>> = {
  codex: {
    kind: 'codex',
    marker: 'codex',
    extension: '.md',
    schema: CodexFields.extend(born),
    rules: { aliases: 'set', details: 'map', fence: 'fence', relations: 'map', summary: 'text' },
    body: 'summary',
    empty: { ...codexDefaults, ...noFacts, since: 0, relations: {}, summary: '' },
    nameOf: ({ name }) => firstWords(name),
  },
  constraints: {
    kind: 'constraints',
    marker: 'constraint',
    extension: '.md',
    schema: ConstraintFields.extend(born),
    rules: { fence: 'fence', text: 'text' },
    body: 'text',
    empty: { since: 0, source: 'user', priority: 0, enabled: true, fence: null },
    nameOf: ({ text }) => firstWords(text),
  },
  habits: {
    kind: 'habits',
    marker: 'habit',
    extension: '.md',
    schema: HabitFields.extend(born),
    rules: { text: 'text' },
    body: 'text',
    empty: { since: 0 },
    nameOf: ({ text }) => firstWords(text),
  },
  expectations: {
    kind: 'expectations',
    marker: 'expectation',
    extension: '.yaml',
    schema: ExpectationFields.extend(born),
    rules: { note: 'text' },
    body: null,
    empty: { since: 0, skill: 'continue', note: '' },
    nameOf: () => null,
  },
  threads: {
    kind: 'threads',
    marker: 'thread',
    extension: '.yaml',
    schema: ThreadFields.extend(born),
    rules: { note: 'text', places: 'places' },
    body: null,
    empty: { since: 0, note: '', due: null, send: true, places: {} },
    nameOf: ({ name }) => firstWords(name),
  },
  notes: {
    kind: 'notes',
    marker: 'note',
    extension: '.yaml',
    schema: NoteFields.extend(born),
    rules: { text: 'text' },
    body: null,
    empty: { since: 0, kind: 'note', done: false },
    nameOf: ({ text }) => firstWords(text),
  },
  scenes: {
    kind: 'scenes',
    marker: 'scene',
    extension: '.yaml',
    schema: SceneFields.extend(born),
    rules: { synopsis: 'text', places: 'places' },
    body: null,
    empty: { since: 0, status: null, pointOfView: null, synopsis: '' },
    nameOf: ({ synopsis }) => firstWords(synopsis) || null,
  },
  dismissed: {
    kind: 'dismissed',
    isQuiet: true,
    marker: 'dismissed',
    extension: '.yaml',
    schema: DismissedFields.extend(born),
    // Dismissed on two machines, one finding is dismissed: nobody is asked whose quotes say so.
    rules: { since: 'either', by: 'either', message: 'either', places: 'either' },
    body: null,
    empty: { since: 0, entityId: null, message: '' },
    nameOf: () => null,
  },
  chapters: {
    kind: 'chapters',
    isQuiet: true,
    marker: 'chapter',
    extension: '.yaml',
    schema: ChapterFields,
    rules: { fence: 'decision', aliases: 'set', labels: 'set', synopsis: 'text' },
    body: null,
    empty: {
      pointOfView: null,
      order: null,
      status: null,
      labels: [],
      synopsis: '',
      synopsisVersion: null,
      fence: null,
      aliases: [],
    },
    nameOf: () => null,
  },
  book: {
    kind: 'book',
    marker: 'book',
    isWrittenOnceSettled: true,
    extension: '.yaml',
    schema: BookFields,
    rules: {
      style: 'text',
      pointOfView: 'closed',
      words: 'set',
      dismissedNames: 'members',
      watchedWords: 'members',
      leftOut: 'set',
      layouts: 'map',
      restDays: 'set',
    },
    body: null,
    empty: {
      ...{ name: null, language: null, pointOfView: null, ...noBookSettings },
      ...{ ...noGoals, words: [], format: null, author: '', leftOut: [], layouts: {} },
    },
    nameOf: () => null,
  },
};
