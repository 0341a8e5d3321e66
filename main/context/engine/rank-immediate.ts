/** What is being written: the chapter before, the text around the cursor, this sitting, the task (F4, S3-11). */
import { aboutClosed } from './about-closed.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import { type Exclusion, fenceExclusion, type PointOfView } from './eligibility.ts';
import { type ForbiddenNames, unsendableNames } from './forbidden-names.ts';
import {
  emptyReason,
  endingOf,
  markWithheld,
  type SendablePart,
  sendableBeginning,
  sendableEnding,
  touchesName,
} from './immediate-texts.ts';
import { passageHeading } from './passage.ts';
import type { PromptTemplates } from './prompt-templates.ts';

type ImmediateView = {
  templates: PromptTemplates;
  at: PointOfView;
  forbidden: ForbiddenNames;
};

type View = ImmediateView & {
  unsendable: ForbiddenNames;
  /** What keeps the chapter from its own request: a fence until later does not, it is the one being written. */
  closed: Exclusion | null;
};

const viewOf = (input: AssemblyInput, view: ImmediateView): View => {
  const { fence } = input.document;
  return {
    ...view,
    unsendable: unsendableNames(input),
    closed: fence?.neverSend ? fenceExclusion(fence, view.at) : null,
  };
};

/** A stretch of a chapter as a candidate. */
const stretchCandidate = (
  what: Pick<Candidate, 'id' | 'group' | 'title' | 'reason' | 'excluded' | 'revision'> & {
    documentId: string;
    within: string;
  },
  { text, start, end, isPart }: SendablePart,
): Candidate => ({
  ...what,
  source: 'manuscript',
  body: text,
  start,
  end,
  ...markWithheld(isPart),
});

const rankPreviousEnding = (
  { previous }: AssemblyInput,
  { templates, at, forbidden, unsendable }: View,
): Candidate[] => {
  if (!previous) return [];
  const { document, text, version } = previous;
  const whole = endingOf(text);
  // What the chapter before tells is not always for this one's eyes: here a hidden name counts as in any passage.
  const { start } = whole;
  const ending = sendableEnding(
    { chapter: text, start, end: start + whole.text.length },
    forbidden,
  );
  const nothingLeft =
    ending.text === '' ? emptyReason(whole.text, unsendable.mentionedIn(whole.text)) : null;
  const candidate = {
    id: `ending:${document.documentId}`,
    group: 'previousEnding',
    title: templates.titles.previousEnding(document.title),
    reason: 'previousChapterEnding',
    excluded: fenceExclusion(document.fence, at) ?? nothingLeft,
    documentId: document.documentId,
    within: text,
    revision: version,
  } as const;
  return [stretchCandidate(candidate, ending)];
};

const rankAroundCursor = (
  { document, documentVersion, text, before, after, passage }: AssemblyInput,
  { templates, unsendable, closed }: View,
): Candidate[] => {
  const { documentId, title } = document;
  const chapter = { documentId, within: text, revision: documentVersion };
  const excludedFor = (whole: string, part: SendablePart): Exclusion | null =>
    closed ?? (part.text === '' ? emptyReason(whole, true) : null);
  const whole = { chapter: text, start: 0, end: text.length };
  const ending = sendableEnding({ ...whole, end: before.length }, unsendable);
  const beginning = sendableBeginning(
    { ...whole, start: passage?.end ?? before.length },
    unsendable,
  );
  const beforeCursor = {
    ...chapter,
    id: `before:${documentId}`,
    group: 'before',
    title: templates.titles.before(title),
    reason: 'nearestCursor',
    excluded: excludedFor(before, ending),
  } as const;
  const afterCursor = {
    ...chapter,
    id: `after:${documentId}`,
    group: 'after',
    title: templates.titles.after(title),
    reason: 'afterCursor',
    excluded: excludedFor(after, beginning),
  } as const;
  return [stretchCandidate(beforeCursor, ending), stretchCandidate(afterCursor, beginning)];
};

const rankWorkingNotes = (
  input: AssemblyInput,
  { templates, at, forbidden }: View,
): Candidate[] => {
  const findExclusion = (noteId: string, text: string, documentId: string | null) => {
    if (forbidden.mentionedIn(text)) return { reason: 'fencedByName' } as const;
    const closed = aboutClosed(documentId, input, at);
    if (closed) return closed;
    return input.mute.has(noteId) ? ({ reason: 'mutedByWriter' } as const) : null;
  };
  return input.notes.map(({ noteId, text, documentId }) => ({
    id: noteId,
    group: 'working',
    source: 'workingMemory',
    title: templates.titles.working,
    body: text,
    reason: 'workingMemory',
    excluded: findExclusion(noteId, text, documentId),
    revision: text,
    fence: null,
  }));
};

const rankInstruction = ({ skill, language }: AssemblyInput, { templates }: View): Candidate => ({
  id: `skill:${skill.skillId}`,
  group: 'instruction',
  source: 'skill',
  title: templates.titles.instruction,
  body: skill.instruction[language],
  reason: 'instruction',
  excluded: null,
  revision: skill.skillId,
  fence: null,
});

/** The passage a skill is to work on. */
const rankPassage = (
  { passage, language, document, text: chapter }: AssemblyInput,
  { closed, unsendable }: View,
): Candidate[] => {
  if (!passage) return [];
  const { start, end, text } = passage;
  const heading = passageHeading[language];
  return [
    {
      id: 'request:passage',
      group: 'additional',
      source: 'request',
      title: heading,
      body: `${heading}\n${text}`,
      reason: 'additionalInput',
      excluded:
        closed ??
        (touchesName({ chapter, start, end }, unsendable) ? { reason: 'neverSend' } : null),
      documentId: document.documentId,
      ...{ start, end },
      revision: text,
      fence: null,
    },
  ];
};

/** What the writer asks for beside the skill. */
const rankAdditionalInput = (
  { additionalInput }: AssemblyInput,
  { templates }: View,
): Candidate[] => {
  const additional = additionalInput.trim();
  if (additional === '') return [];
  return [
    {
      id: 'request:additional',
      group: 'additional',
      source: 'request',
      title: templates.titles.additional,
      body: additional,
      reason: 'additionalInput',
      excluded: null,
      revision: additional,
      fence: null,
    },
  ];
};

/** Everything whole; the budget cuts. */
export const rankImmediate = (input: AssemblyInput, immediateView: ImmediateView): Candidate[] => {
  const view = viewOf(input, immediateView);
  return [
    ...rankPreviousEnding(input, view),
    ...rankAroundCursor(input, view),
    ...rankWorkingNotes(input, view),
    rankInstruction(input, view),
    ...rankPassage(input, view),
    ...rankAdditionalInput(input, view),
  ];
};
