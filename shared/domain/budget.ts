/** The layers of a request and how they share its tokens. */
import { z } from 'zod';
import { Count } from './identifiers.ts';

export const layerNames = ['rules', 'settings', 'retrieved', 'immediate'] as const;
export const LayerName = z.enum(layerNames);
export type LayerName = z.infer<typeof LayerName>;

const share = z.number().min(0).max(1);
/** Parts of the total, adding up to 1 (S3-05). */
export const Shares = z.object({
  rules: share,
  settings: share,
  retrieved: share,
  immediate: share,
});
export type Shares = z.infer<typeof Shares>;

/** Tokens (S3-05). */
export const Minimums = z.object({
  rules: Count,
  settings: Count,
  retrieved: Count,
  immediate: Count,
});
export type Minimums = z.infer<typeof Minimums>;

export const Budget = z.object({
  version: Count,
  /** Tokens the model can read and write in one call. */
  contextWindow: Count,
  /** Tokens kept free for the answer. */
  outputReserve: Count,
  shares: Shares,
  minimums: Minimums,
  /** The chapters before the one being written go whole, as far as they fit (E2). */
  wholeBook: z.boolean().default(false),
  /** Synopses of the chapters before the cursor's go along (E3). */
  storySoFar: z.boolean().default(false),
  /** Before a text is asked for, the model may ask what of the book it needs (E6). */
  lookUp: z.boolean().default(false),
  /** Nobody chose a window: it is the model's, as far as one request may go. */
  followsModel: z.boolean().default(false),
});
export type Budget = z.infer<typeof Budget>;

/** S3-05; the window is that of a modest local model until a model says its own. */
export const defaultBudget: Omit<Budget, 'version'> = {
  contextWindow: 16_384,
  outputReserve: 2048,
  shares: { rules: 0.15, settings: 0.1, retrieved: 0.25, immediate: 0.5 },
  minimums: { rules: 500, settings: 200, retrieved: 0, immediate: 2000 },
  wholeBook: false,
  storySoFar: false,
  lookUp: false,
  followsModel: false,
};
