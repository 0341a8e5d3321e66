import type { AssemblyItem, Segment, TokenizerInfo } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';
import type { Selected } from './choice.ts';

export type LayerState = { tokens: number; budget: number; truncated: boolean };

/** The one value everything about a request is read from: result, inspector, snapshot, comparison, forecast. */
export type Assembly = {
  selected: readonly Selected[];
  /** Explained when first asked for: most requests only want their prompt. */
  readonly items: readonly AssemblyItem[];
  /** One of them; undefined where there is none. */
  itemOf(id: string): AssemblyItem | undefined;
  segments: readonly Segment[];
  systemPrompt: string;
  systemTokens: number;
  prompt: string;
  /** Passages and records in the Retrieved layer. */
  chunks: number;
  tokenCount: number;
  framingTokens: number;
  /** Tokens there were for the four layers. */
  total: number;
  stablePrefixLength: number;
  stablePrefixHash: string;
  /** Lengths of the beginnings of the prompt that other requests may have too, rising (E2). */
  cacheMarks: readonly number[];
  layers: Record<LayerName, LayerState>;
  /** Rules wanted more than their line. */
  rulesOverLine: boolean;
  tokenizer: TokenizerInfo;
};
