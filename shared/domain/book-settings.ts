/** What a writer settles once for a whole book: who tells it, in which tense, in what style (S3-48). */
import { z } from 'zod';

export const narrativePersons = ['first', 'second', 'third-limited', 'third-omniscient'] as const;
export const NarrativePerson = z.enum(narrativePersons);
export type NarrativePerson = z.infer<typeof NarrativePerson>;

export const longestTense = 100;
export const longestStyle = 4000;

/** `past` and `present` have their words in both languages; anything else is sent as it stands. */
const Tense = z.string().trim().min(1).max(longestTense);
/** On style, scenes, vocabulary. */
const Style = z.string().trim().min(1).max(longestStyle);

export const BookSettings = z.object({
  narrativePerson: NarrativePerson.nullable(),
  tense: Tense.nullable(),
  style: Style.nullable(),
});
export type BookSettings = z.infer<typeof BookSettings>;

/** A change: what is absent stays, null and blank text take it away. */
const blankable = (schema: z.ZodType<string | null>) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema,
  );
export const BookSettingsChange = z.object({
  narrativePerson: NarrativePerson.nullable().optional(),
  tense: blankable(Tense.nullable()).optional(),
  style: blankable(Style.nullable()).optional(),
});

/** What stands for a constraint's id where a check speaks of the person or tense settled for the book (S3-48). */
export const bookRuleIds = {
  narrativePerson: 'book:narrativePerson',
  tense: 'book:tense',
} as const;

export const noBookSettings: BookSettings = { narrativePerson: null, tense: null, style: null };
