/** Where an entry's names stand in the whole book, and what a new name would make of each place. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { betweenMarks } from '#shared/emphases.ts';
import { AppError } from '#shared/errors.ts';
import { maxPlaces } from '#shared/contract/manuscript.ts';
import { createPlaceWriter } from './describe-place.ts';
import { findNames, type NameSearch } from './find-names.ts';
import { keepLineEnds } from './keep-line-ends.ts';
import { listLeftAlone } from './left-alone.ts';
import type { LongerHanNames } from '../longer-han-name.ts';
import { createNamesakes, mayBeShared, type Namesakes } from '../namesakes.ts';
import { type Form, listForms } from './name-forms.ts';
import type { ReplaceParts } from './parts.ts';
import { createNamesLeft, findsName } from './names-left.ts';
import { previewRecords } from './preview-records.ts';
import { readChapters } from './read-chapters.ts';
import { createTurns } from '../take-turns.ts';
import { compilePattern } from './text-pattern.ts';

type Preview = Output<'manuscript:rename:preview'>;

const compileSearch = async (
  entity: Entity,
  forms: readonly Form[],
  told: { others: readonly Entity[]; longerHan: LongerHanNames; namesakes: Namesakes },
): Promise<NameSearch> => {
  const rules = { wholeWord: false, matchCase: true, regex: false, spellingsOf: null };
  const compiled = forms.map(async (form) => ({
    form,
    find: await compilePattern({ ...rules, query: form.from }),
  }));
  const { others, longerHan, namesakes } = told;
  const names = others.flatMap(({ entityId, name, aliases }) =>
    entityId === entity.entityId ? [] : [name, ...aliases],
  );
  return {
    entityId: entity.entityId,
    forms: await Promise.all(compiled),
    sharedWords: new Set(names.flatMap((name) => name.split(/\s+/u))),
    longerHan,
    namesakes,
  };
};

const readNamesakes = async (
  { documents, knowledge }: ReplaceParts,
  projectId: string,
  forms: readonly Form[],
  signal: AbortSignal | undefined,
): Promise<Namesakes> => {
  const names = forms.map(({ from }) => from);
  const namesakes = createNamesakes(names, knowledge.isOrdinaryWord);
  // The book is read once more only for a name that somebody else may have.
  if (!names.some(mayBeShared)) return namesakes;
  const takeTurns = createTurns(signal);
  for await (const { text } of readChapters(documents, projectId, signal)) {
    if (text !== null) namesakes.read(text);
    await takeTurns();
  }
  return namesakes;
};

const prepareSearch = async (
  parts: ReplaceParts,
  asked: { projectId: string; entity: Entity; entities: readonly Entity[]; forms: readonly Form[] },
  signal: AbortSignal | undefined,
): Promise<NameSearch> => {
  const { projectId, entity, entities: others, forms } = asked;
  const names = forms.map(({ from }) => from);
  const longerHan = await parts.longer.read(projectId, names, signal);
  const namesakes = await readNamesakes(parts, projectId, forms, signal);
  return compileSearch(entity, forms, { others, longerHan, namesakes });
};

/**
 * Occurrences inside longer names, within words, in other spellings and of names that others share come with the
 * `doubt` why nothing should happen there unasked. Writes nothing. ENTITY_NOT_FOUND (W2).
 */
export const previewRename = async (
  parts: ReplaceParts,
  input: Parsed<'manuscript:rename:preview'>,
  signal?: AbortSignal,
): Promise<Preview> => {
  const { documents, knowledge, waitingChapters } = parts;
  const { projectId, entityId } = input;
  const entities = knowledge.listEntities(projectId);
  const entity = entities.find((one) => one.entityId === entityId);
  if (!entity) throw new AppError('ENTITY_NOT_FOUND', 'There is no such entity.', { entityId });
  const forms = listForms(entity, input.name, input.forms);
  const search = await prepareSearch(parts, { projectId, entity, entities, forms }, signal);
  const leftAlone = listLeftAlone(documents.list(projectId), await waitingChapters(projectId));
  const counts = new Map(forms.map(({ from }) => [from, { count: 0, sure: 0 }]));
  const items: Preview['items'] = [];
  let total = 0;
  const takeTurns = createTurns(signal);
  const namesLeft = createNamesLeft(findsName(parts, projectId, search));
  for await (const { document, text } of readChapters(documents, projectId, signal)) {
    if (text === null) {
      if (!leftAlone.some((one) => one.documentId === document.documentId)) {
        leftAlone.push({ documentId: document.documentId, reason: 'unreadable' });
      }
      continue;
    }
    namesLeft.read(document, text);
    const matches = knowledge.matcher(projectId).find(text);
    const write = createPlaceWriter(document.documentId, text, () => []);
    for (const place of findNames(text, search, matches)) {
      await takeTurns();
      if (place === null) continue;
      const { form, doubt, inside } = place;
      const count = counts.get(form.from);
      if (count) {
        count.count += 1;
        if (doubt === null) count.sure += 1;
      }
      const match = text.slice(place.start, place.end);
      const to = betweenMarks(keepLineEnds(match, place.to), place.keptMarks);
      // A form that stays as it is has no place that changes.
      if (to === match) continue;
      total += 1;
      if (items.length < maxPlaces) {
        items.push({ ...write(place), inside, form: form.from, to, doubt });
      }
    }
  }
  return {
    forms: forms.map((form) => ({ ...form, ...(counts.get(form.from) ?? { count: 0, sure: 0 }) })),
    items,
    total,
    records: await previewRecords(parts, projectId, { entity, search }, signal),
    namesLeft: namesLeft.list(documents.list(projectId)),
    leftAlone,
  };
};
