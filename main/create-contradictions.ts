/** Hands the room of contradictions what it needs of the others. */
import { createContradictions } from './ai/contradictions/index.ts';
import type { ContradictionsService } from './ai/contradictions/service.ts';
import { proseTools } from './ai/judge/index.ts';

type Parts = Omit<Parameters<typeof createContradictions>[0], 'prose'>;

export const createBookContradictions = (parts: Parts): ContradictionsService =>
  createContradictions({ ...parts, prose: proseTools });
