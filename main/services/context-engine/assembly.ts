import type { AssemblyItem, Segment, TokenizerInfo } from '#shared/domain/assembly.ts';
import type { LayerName } from '#shared/domain/budget.ts';
import type { Chosen } from './select.ts';

export type LayerState = { tokens: number; budget: number; truncated: boolean };

/** The one value everything about a request is read from: result, inspector, snapshot, comparison, forecast. */
export type Assembly = {
  chosen: readonly Chosen[];
  items: readonly AssemblyItem[];
  segments: readonly Segment[];
  systemPrompt: string;
  systemTokens: number;
  prompt: string;
  tokenCount: number;
  framingTokens: number;
  /** Tokens there were for the four layers. */
  total: number;
  stablePrefixLength: number;
  stablePrefixHash: string;
  layers: Record<LayerName, LayerState>;
  /** Rules wanted more than their line. */
  rulesOverLine: boolean;
  tokenizer: TokenizerInfo;
};
