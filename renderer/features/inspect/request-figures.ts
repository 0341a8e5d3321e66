import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { layerNames } from '#shared/domain/budget.ts';
import type { BarFigures } from '#renderer/ui/bar-geometry.ts';

/** What a kept request is drawn by: its layers, and the headings that make them up to its total. */
export const figuresOf = ({ layers, tokenCount, budget }: AssemblySummary): BarFigures => {
  const items = layerNames.reduce((sum, layer) => sum + layers[layer], 0);
  return { tokens: layers, framing: Math.max(0, tokenCount - items), limit: budget };
};
