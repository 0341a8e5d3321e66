/** Hands the room of proposed synopses what it needs of the others. */
import { sanitizeAnswer } from './ai/runs/index.ts';
import { createSynopses } from './ai/synopses/index.ts';
import type { SynopsesService } from './ai/synopses/service.ts';

type Parts = Omit<Parameters<typeof createSynopses>[0], 'sanitize'>;

/** An answer that goes beside the chapter, not into it. */
const besideText = {
  rules: { maxRatio: null, maxCharacters: null },
  before: '',
  instruction: '',
  isProse: false,
};

export const createProposedSynopses = (parts: Parts): SynopsesService =>
  createSynopses({
    ...parts,
    sanitize: (answer, passage) => sanitizeAnswer(answer, { ...besideText, passage }),
  });
