/** All input and output of one assembly; what is decided from it is decided elsewhere. */
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { Logger } from '#main/platform.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { findLookedUp, joinLookedUp } from './find-looked-up.ts';
import { findPassages } from './find-passages.ts';
import { focusAsked, focusOf } from './focus.ts';
import { createNotices, type GatherNotices } from './gather-notices.ts';
import { placeCursor, previousNow, type PreviousRead, readChapters } from './read-chapters.ts';
import { type EarlierRead, readEarlierChapters } from './read-earlier.ts';
import { readThreads } from './read-threads.ts';
import { readNames, readSources } from './read-sources.ts';
import type { Sources } from './sources.ts';
import type { Sticky } from './sticky-entries.ts';
import type { WholeBookInput } from './foresee-whole.ts';

/** What the engine itself brings to a request. */
export type EngineWishes = Sticky & {
  /** Passages to look for. */
  hitLimit: number;
  /** Counts what would hold up everybody else while it is counted (S3-32). */
  countAhead(texts: readonly string[]): Promise<void>;
  storySoFar: boolean;
  /** Which chapters will go whole, so that their passages do not compete; null where the book does not go whole. */
  foreseeWhole: ((input: WholeBookInput) => Promise<ReadonlySet<string>>) | null;
};

const nobodyRead: EarlierRead = { chapters: [] };

const noteUnread = (notices: GatherNotices, previous: PreviousRead, earlier: EarlierRead): void => {
  if (previous.failure !== undefined) {
    notices.noteFailure('IMMEDIATE_UNAVAILABLE', previous.failure);
  }
  if (earlier.failure !== undefined) notices.noteFailure('CHAPTERS_UNAVAILABLE', earlier.failure);
};

/**
 * A source that fails is skipped and named in `warnings` (S3-31); what the request itself got wrong is an error:
 * PROJECT_NOT_FOUND, PROJECT_CLOSED, DOCUMENT_NOT_FOUND, CONTEXT_CURSOR_OUTSIDE, SELECTION_INVALID, SKILL_NOT_FOUND,
 * CONTEXT_SCOPE_VIOLATION.
 */
export const gather = async (
  request: AssembleRequest,
  { sources, logger }: { sources: Sources; logger: Logger },
  { hitLimit, storySoFar, foreseeWhole, countAhead, ...sticky }: EngineWishes,
): Promise<{ input: AssemblyInput; warnings: string[] }> => {
  const { projectId, documentId, additionalInput = '' } = request;
  const { documents } = sources;
  const book = sources.projects.projectContext(projectId);
  const infoNow = () => documents.info(projectId, documentId);
  const skill = sources.findSkill(request.skillId);
  const { text, version, previousRead } = await readChapters(documents, request);
  const earlierRead = foreseeWhole ? await readEarlierChapters(documents, request) : nobodyRead;
  const { passage, before, after, end } = placeCursor(text, request, skill);
  const asked = [passage?.text ?? '', additionalInput].join('\n').trim().slice(0, focusAsked);

  const notices = createNotices(logger, { projectId, language: book.language });
  const threads = await readThreads(sources, request, notices);
  noteUnread(notices, previousRead, earlierRead);
  const standsNow = () => ({
    pointOfViewEntityId: infoNow().pointOfViewEntityId ?? book.pointOfViewEntityId,
    allowLaterChapters: sources.settings.get().allowLaterChapters,
  });
  const around = { before, after, passage, additionalInput };
  const ahead = { ...readNames(sources, projectId, notices), ...standsNow() };
  const mute = new Set(request.mute ?? []);
  const lookUp = request.lookUp ?? null;
  const whole = await foreseeWhole?.({
    ...{ earlier: earlierRead.chapters, mute, language: book.language },
    ...{ chapters: documents.list(projectId), document: infoNow(), prepare: sources.prepare },
    ...{ ...ahead, ...sticky },
  });
  const question = {
    ...{ projectId, documentId, text, limit: hitLimit, whole: whole ?? new Set<string>() },
    ...{ ...around, ...ahead, previous: previousNow(documents, projectId, previousRead) },
  };
  const related = await findPassages(sources, question, notices, logger);
  const found = await findLookedUp(sources, { ...question, mute, lookUp }, notices, logger);
  await countAhead([text, after, previousRead.previous?.text ?? '']);

  // Nothing is waited for from here on: what was fenced or decided until now holds for this request (N3).
  const place = { text, start: before.length, end, asked };
  const read = readSources(sources, projectId, place, notices);
  return {
    warnings: notices.warnings(),
    input: {
      ...{ projectId, text, book, skill, mute, storySoFar, ...sticky },
      previous: previousNow(documents, projectId, previousRead),
      earlier: earlierRead.chapters,
      ...{ ...around, ...standsNow(), ...read, ...related },
      ...{ lookUp, lookedUp: found.lookedUp, hits: joinLookedUp(found, related.hits) },
      threads,
      language: book.language,
      documentVersion: version,
      // Reading may have found out that a file holds what a fence closes.
      document: infoNow(),
      chapters: documents.list(projectId),
      focus: focusOf(before, after, asked),
      prepare: sources.prepare,
      admit: new Set(request.admit ?? []),
    },
  };
};
