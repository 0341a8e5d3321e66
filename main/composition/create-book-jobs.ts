/** Hands the rooms of work on the whole book what they need of the others. */
import { createContradictions } from '#main/ai/contradictions/index.ts';
import type { ContradictionsService } from '#main/ai/contradictions/service.ts';
import { sanitizeAnswer } from '#main/ai/runs/index.ts';
import { createSynopses } from '#main/ai/synopses/index.ts';
import type { SynopsesService } from '#main/ai/synopses/service.ts';

type Parts = Parameters<typeof createContradictions>[0] &
  Omit<Parameters<typeof createSynopses>[0], 'sanitize'>;

/** An answer that goes beside the chapter, not into it. */
const besideText = {
  rules: { maxRatio: null, maxCharacters: null },
  before: '',
  instruction: '',
  isProse: false,
};

export const createBookJobs = (
  parts: Parts,
): { synopses: SynopsesService; contradictions: ContradictionsService } => ({
  synopses: createSynopses({
    ...parts,
    sanitize: (answer, passage) => sanitizeAnswer(answer, { ...besideText, passage }),
  }),
  contradictions: createContradictions(parts),
});
