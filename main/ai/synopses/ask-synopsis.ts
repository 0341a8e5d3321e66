/** Asks a model for the synopsis of a chapter or a scene: at once where it fits, else part by part, and then of the parts. */
import type { Usage } from '#shared/domain/run.ts';
import { AppError } from '#shared/errors.ts';
import { cleanAnswer } from './clean-answer.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import { type Asker, limitsOf, questionOf, type TextKind } from './plan-requests.ts';
import { splitToFit } from './split-to-fit.ts';

export type SynopsisRequest = {
  projectId: string;
  kind: 'chapter' | 'scene';
  text: string;
  isStillOpen(): boolean;
  /** Told what each answer took, also of one that is of no use. */
  onUsage?(usage: Usage): void;
};

/** CANCELLED, REQUEST_FENCED where a fence went up meanwhile, and what calls to models meet. */
export const askSynopsis = async (
  { models, sanitize }: Pick<SynopsesDependencies, 'models' | 'sanitize'>,
  asker: Asker,
  { projectId, kind: asked, text, isStillOpen, onUsage }: SynopsisRequest,
  signal: AbortSignal,
): Promise<string> => {
  const limits = limitsOf(asker);

  const askOnce = async (kind: TextKind, part: string): Promise<string> => {
    signal.throwIfAborted();
    const question = questionOf(asker, kind, part, limits.answer);
    const answer = await models.complete({ ...question, projectId, isStillOpen }, signal);
    onUsage?.(answer.usage);
    const clean = sanitize(answer.text, part);
    if (!clean.ok) throw new AppError(clean.code, 'The model’s answer is no synopsis.');
    return cleanAnswer(clean.text, answer.finish);
  };

  const condense = async (kind: TextKind, whole: string): Promise<string> => {
    const parts = splitToFit(whole, limits.text, asker.model.count);
    const synopses: string[] = [];
    for (const part of parts) synopses.push(await askOnce(kind, part));
    return synopses.length === 1 ? (synopses[0] ?? '') : condense('parts', synopses.join('\n\n'));
  };

  return condense(asked, text);
};
