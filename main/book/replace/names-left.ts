/** Names that are no text and no record: a new name changes none of them, and the writer is told which ones have the old one (W2). */
import type { Output } from '#shared/contract/index.ts';
import { plainProse } from '#shared/count-text.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { volumesIn, volumeTitle } from '#shared/volumes.ts';
import { findNames, type NameSearch } from './find-names.ts';
import type { ReplaceParts } from './parts.ts';

type NamesLeft = Output<'manuscript:rename:preview'>['namesLeft'];

/** Whether a name in these words becomes another one, for sure or not. */
export const findsName =
  ({ knowledge }: Pick<ReplaceParts, 'knowledge'>, projectId: string, search: NameSearch) =>
  (words: string): boolean => {
    if (!search.forms.some(({ form }) => words.includes(form.from))) return false;
    const places = [...findNames(words, search, knowledge.matcher(projectId).find(words))];
    return places.some((place) => place !== null && place.form.to !== place.form.from);
  };

/** A title that no line of the text is: it is the file's name. */
const isFileName = (title: string, text: string): boolean =>
  !plainProse(text)
    .split('\n')
    .some((line) => line.trim() === title);

export type NamesLeftReader = {
  /** A chapter and its text. */
  read(document: Pick<DocumentInfo, 'title'>, text: string): void;
  list(documents: readonly Pick<DocumentInfo, 'group' | 'labels'>[]): NamesLeft;
};

/** @param hasName {@link findsName} */
export const createNamesLeft = (hasName: (words: string) => boolean): NamesLeftReader => {
  const chapters: string[] = [];
  const distinct = (words: readonly string[]) => [...new Set(words)].filter(hasName);
  return {
    read({ title }, text) {
      if (hasName(title) && isFileName(title, text)) chapters.push(title);
    },
    list(documents) {
      const volumesOf = volumesIn(documents.map(({ group }) => group));
      const volumes = documents.flatMap(({ group }) => volumesOf(group).map(volumeTitle));
      const labels = documents.flatMap((document) => document.labels);
      return { volumes: distinct(volumes), chapters, labels: distinct(labels) };
    },
  };
};
