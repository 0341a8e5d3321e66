/** Makes a candidate of a run's answer. */
import type { Anchor } from '#main/base/anchors/anchor.ts';
import type { StoredCandidate } from '../candidates/candidate-store.ts';
import { sanitizeAnswer, type SanitizedAnswer } from '../output/sanitize-answer.ts';
import { fitIntoPlace } from '../output/fit-into-place.ts';
import type { Active } from './active.ts';
import type { StoredRun } from './run-store.ts';

/** A run's text as a candidate at the run's place; the run must already name it. */
export const candidateOf = (run: StoredRun, target: Anchor, text: string): StoredCandidate => ({
  candidateId: run.candidateId ?? run.runId,
  origin: 'skill',
  runId: run.runId,
  program: null,
  projectId: run.projectId,
  documentId: run.documentId,
  newPath: null,
  skillId: run.skillId,
  assemblyId: run.assemblyId,
  baseVersion: target.version,
  start: target.start,
  end: target.end,
  original: target.original,
  beforeContext: target.before,
  afterContext: target.after,
  text,
  partial: run.partial,
  createdAt: run.endedAt ?? run.startedAt,
});

/** The answer, sanitized, with the white space its place needs. */
export const sanitizeRunAnswer = (
  { prepared, skill, target }: Active,
  answer: string,
): SanitizedAnswer => {
  const { chapter, language } = prepared;
  const sanitized = sanitizeAnswer(answer, {
    rules: skill.output,
    before: chapter.text.slice(0, chapter.start),
    passage: chapter.text.slice(chapter.start, chapter.end),
    instruction: skill.instruction[language],
    isProse: skill.placement !== 'panel',
  });
  if (!sanitized.ok || !target) return sanitized;
  const { original, before, after } = target;
  const text = fitIntoPlace(sanitized.text, { before, after, original });
  return { ...sanitized, text };
};
