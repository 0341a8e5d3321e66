/** Every place of a text in the whole book, by chapter. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { ReplaceParts } from './parts.ts';
import { createPlaceWriter } from './describe-place.ts';
import { listLeftAlone } from './left-alone.ts';
import { readChapters } from './read-chapters.ts';
import { createTurns } from '../take-turns.ts';
import { compilePattern } from './text-pattern.ts';

const defaultLimit = 2000;

/** SEARCH_PATTERN_INVALID, PROJECT_NOT_FOUND, PROJECT_CLOSED; nothing is written (W2). */
export const searchManuscript = async (
  { documents, knowledge, longer: longerNames, waitingChapters }: ReplaceParts,
  input: Parsed<'manuscript:search'>,
  signal?: AbortSignal,
): Promise<Output<'manuscript:search'>> => {
  const { projectId, limit = defaultLimit } = input;
  const listed = documents.list(projectId);
  const find = await compilePattern({
    query: input.query,
    wholeWord: input.wholeWord ?? false,
    matchCase: input.matchCase ?? false,
    regex: input.regex ?? false,
    spellingsOf: input.foldForms === true ? knowledge.spellingsOf : null,
  });
  const leftAlone = listLeftAlone(listed, await waitingChapters(projectId));
  const found: Output<'manuscript:search'> = { items: [], total: 0, chapters: [], leftAlone };
  const longer = await longerNames.read(
    projectId,
    input.regex === true ? [] : [input.query],
    signal,
  );
  const takeTurns = createTurns(signal);
  for await (const { document, text } of readChapters(documents, projectId, signal)) {
    const { documentId } = document;
    if (text === null) {
      if (!leftAlone.some((one) => one.documentId === documentId)) {
        leftAlone.push({ documentId, reason: 'unreadable' });
      }
      continue;
    }
    // The codex' names are looked for only where something was found.
    const write = createPlaceWriter(documentId, text, () =>
      knowledge.matcher(projectId).find(text),
    );
    let count = 0;
    for (const span of find(text)) {
      await takeTurns();
      if (span === null) continue;
      count += 1;
      if (found.items.length >= limit) continue;
      const place = write(span);
      const name = place.inside === null ? longer.at(text, { ...span, name: place.match }) : null;
      found.items.push(name === null ? place : { ...place, inside: { entityId: null, name } });
    }
    if (count > 0) found.chapters.push({ documentId, count });
    found.total += count;
    await takeTurns();
  }
  return found;
};
