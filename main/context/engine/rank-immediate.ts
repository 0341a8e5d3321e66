import { aboutClosed } from './about-closed.ts';
import type { Candidate } from './candidate.ts';
import { type Exclusion, fenceExclusion, type PointOfView } from './eligibility.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { passageHeading } from './passage.ts';
import { type ForbiddenNames, unsendableNames } from './forbidden-names.ts';

/** How much of the chapter before is offered: its ending, not its story. */
const previousEndingLength = 900;

const endingOf = (text: string): { start: number; text: string } => {
  const trimmed = text.trimEnd();
  if (trimmed.length <= previousEndingLength) return { start: 0, text: trimmed };
  const from = trimmed.length - previousEndingLength;
  const paragraph = trimmed.indexOf('\n', from);
  // A last paragraph longer than the offer is taken whole: the budget cuts it at a sentence when it must.
  const start = paragraph === -1 ? trimmed.lastIndexOf('\n', from) + 1 : paragraph + 1;
  return { start, text: trimmed.slice(start) };
};

/** Blank lines at the edges carry nothing, and would blur where one item's tokens end. */
const trimEdges = (text: string, offset: number): { text: string; start: number; end: number } => {
  const lead = /^\s*\n/u.exec(text)?.[0].length ?? 0;
  const body = text.slice(lead).trimEnd();
  return { text: body, start: offset + lead, end: offset + lead + body.length };
};

/** Paragraphs of a text with their line ends, as offsets. */
const paragraphsOf = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(/[^\n]*(?:\n|$)/gu)]
    .filter((match) => match[0] !== '')
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));

/** Where the text after its last paragraph with an unsendable name begins; 0 when there is none. */
const sendableFrom = (text: string, unsendable: ForbiddenNames): number => {
  if (!unsendable.mentionedIn(text)) return 0;
  const last = paragraphsOf(text).findLast(({ start, end }) =>
    unsendable.mentionedIn(text.slice(start, end)),
  );
  return last?.end ?? 0;
};

/** Where the first paragraph with an unsendable name begins; the text's length when there is none. */
const sendableTo = (text: string, unsendable: ForbiddenNames): number => {
  if (!unsendable.mentionedIn(text)) return text.length;
  const first = paragraphsOf(text).find(({ start, end }) =>
    unsendable.mentionedIn(text.slice(start, end)),
  );
  return first?.start ?? text.length;
};

/** Marks text that hidden names made shorter, so that the explanation and a comparison name the fence. */
const withheldPart = (isPart: boolean): Pick<Candidate, 'fence' | 'shortened'> =>
  isPart ? { fence: 'names', shortened: 'fencedPart' } : { fence: null };

/** Why nothing is left of a text. */
const withheldReason = (whole: string, neverSent: boolean): Exclusion => {
  if (whole.trim() === '') return { reason: 'emptyText' };
  return { reason: neverSent ? 'neverSend' : 'fencedUntilChapter' };
};

/** The current text, the chapter before, this sitting and the task, whole; the budget cuts (F4, S3-11). */
export const rankImmediate = (
  material: AssemblyInput,
  templates: PromptTemplates,
  at: PointOfView,
  forbidden: ForbiddenNames,
): Candidate[] => {
  const { document, previous } = material;
  const fenced = fenceExclusion(document.fence, at);
  // A chapter fenced until later is still the one being written; only "never send" keeps it from its own request.
  const excluded = document.fence?.neverSend ? fenced : null;
  const unsendable = unsendableNames(material);
  const candidates: Candidate[] = [];

  if (previous) {
    const whole = endingOf(previous.text);
    // What the chapter before tells is not always for this one's eyes: here a hidden name counts as in any passage.
    const from = sendableFrom(whole.text, forbidden);
    const ending = trimEdges(whole.text.slice(from), whole.start + from);
    candidates.push({
      id: `ending:${previous.document.documentId}`,
      group: 'previousEnding',
      source: 'manuscript',
      title: templates.titles.previousEnding(previous.document.title),
      body: ending.text,
      reason: 'previousChapterEnding',
      excluded:
        fenceExclusion(previous.document.fence, at) ??
        (ending.text === ''
          ? withheldReason(whole.text, unsendable.mentionedIn(whole.text))
          : null),
      documentId: previous.document.documentId,
      within: previous.text,
      start: ending.start,
      end: ending.end,
      revision: previous.version,
      ...withheldPart(from > 0),
    });
  }

  const from = sendableFrom(material.before, unsendable);
  const before = trimEdges(material.before.slice(from), from);
  candidates.push({
    id: `before:${document.documentId}`,
    group: 'before',
    source: 'manuscript',
    title: templates.titles.before(document.title),
    body: before.text,
    reason: 'nearestCursor',
    excluded: excluded ?? (before.text === '' ? withheldReason(material.before, true) : null),
    documentId: document.documentId,
    within: material.text,
    start: before.start,
    end: before.end,
    revision: material.documentVersion,
    ...withheldPart(from > 0),
  });

  const sendable = material.after.slice(0, sendableTo(material.after, unsendable));
  const after = trimEdges(sendable, material.passage?.end ?? material.before.length);
  candidates.push({
    id: `after:${document.documentId}`,
    group: 'after',
    source: 'manuscript',
    title: templates.titles.after(document.title),
    body: after.text,
    reason: 'afterCursor',
    excluded: excluded ?? (after.text === '' ? withheldReason(material.after, true) : null),
    documentId: document.documentId,
    within: material.text,
    start: after.start,
    end: after.end,
    revision: material.documentVersion,
    ...withheldPart(sendable.length < material.after.length),
  });

  for (const note of material.notes) {
    candidates.push({
      id: note.noteId,
      group: 'working',
      source: 'workingMemory',
      title: templates.titles.working,
      body: note.text,
      reason: 'workingMemory',
      excluded: forbidden.mentionedIn(note.text)
        ? { reason: 'fencedUntilChapter' }
        : (aboutClosed(note.documentId, material, at) ??
          (material.mute.has(note.noteId) ? { reason: 'mutedByWriter' } : null)),
      revision: note.text,
      fence: null,
    });
  }

  candidates.push({
    id: `skill:${material.skill.skillId}`,
    group: 'instruction',
    source: 'skill',
    title: templates.titles.instruction,
    body: material.skill.instruction[material.language],
    reason: 'instruction',
    excluded: null,
    revision: material.skill.skillId,
    fence: null,
  });
  if (material.passage) {
    const { start, end, text } = material.passage;
    candidates.push({
      id: 'request:passage',
      group: 'additional',
      source: 'request',
      title: passageHeading[material.language],
      body: `${passageHeading[material.language]}\n${text}`,
      reason: 'additionalInput',
      excluded: excluded ?? (unsendable.mentionedIn(text) ? { reason: 'neverSend' } : null),
      documentId: document.documentId,
      start,
      end,
      revision: text,
      fence: null,
    });
  }
  const additional = material.additionalInput.trim();
  if (additional !== '') {
    candidates.push({
      id: 'request:additional',
      group: 'additional',
      source: 'request',
      title: templates.titles.additional,
      body: additional,
      reason: 'additionalInput',
      excluded: null,
      revision: additional,
      fence: null,
    });
  }
  return candidates;
};
