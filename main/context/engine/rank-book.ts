/** The book's own settings as candidates: who tells it and in which tense, and its style (S3-48). */
import type { BookSettings } from '#shared/domain/book-settings.ts';
import type { Candidate, GroupName } from './candidate.ts';
import { unsendableNames } from './forbidden-names.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import type { AssemblyInput } from './assembly-input.ts';

const groupOf: Record<keyof BookSettings, GroupName> = {
  narrativePerson: 'narration',
  tense: 'narration',
  style: 'style',
};

/** What the writer settled, in the book's language; nothing for what is not settled. */
export const rankBookSettings = (input: AssemblyInput, templates: PromptTemplates): Candidate[] => {
  const { narrativePerson, tense, style } = input.book;
  const unsendable = unsendableNames(input);
  const candidateOf = (setting: keyof BookSettings, body: string): Candidate => {
    const id = `book:${setting}`;
    return {
      id,
      group: groupOf[setting],
      source: 'project',
      title: templates.titles.book[setting],
      body,
      reason: 'bookSetting',
      excluded: unsendable.mentionedIn(body)
        ? { reason: 'neverSend' }
        : input.mute.has(id)
          ? { reason: 'mutedByWriter' }
          : null,
      revision: body,
      fence: null,
    };
  };
  const candidates: Candidate[] = [];
  if (narrativePerson !== null) {
    candidates.push(candidateOf('narrativePerson', templates.narrativePerson(narrativePerson)));
  }
  if (tense !== null) candidates.push(candidateOf('tense', templates.tense(tense)));
  if (style !== null) candidates.push(candidateOf('style', style));
  return candidates;
};
