import type { LayerName } from '#shared/domain/budget.ts';
import { layerNames } from '#shared/domain/budget.ts';

/** Colour is never the only sign: every layer has its letter. V is for "retrieVed", as R is taken. */
export const layerLetters: Record<LayerName, string> = {
  rules: 'R',
  settings: 'S',
  retrieved: 'V',
  immediate: 'I',
};

type LayerBadgeProps = {
  layer: LayerName;
  /** Dropped: hatched, never only paler. */
  hatched?: boolean;
  /** Name for readers; without it the badge is hidden from them. */
  label?: string;
};

export function LayerBadge({ layer, hatched = false, label }: LayerBadgeProps) {
  return (
    <span
      className="ui-badge"
      data-layer={layer}
      data-hatched={hatched || undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <span>{layerLetters[layer]}</span>
    </span>
  );
}

export type LayerTokens = Record<LayerName, number>;

type LayerBarProps = {
  tokens: LayerTokens;
  /** Tokens there are; the free part is the sunken ground. */
  limit: number;
  /** Tokens that were left out: hatched, right of the limit. */
  dropped?: number;
  size?: 'bar' | 'ribbon';
  /** The numbers in words, for readers. */
  label: string;
};

/** The budget as one bar. Widths are parts of limit + dropped, so two bars of one view share a scale. */
export function LayerBar({ tokens, limit, dropped = 0, size = 'bar', label }: LayerBarProps) {
  const used = layerNames.reduce((sum, layer) => sum + tokens[layer], 0);
  const capacity = Math.max(limit, used, 1);
  const hatchedPart = dropped > 0 ? Math.min(0.3, dropped / (capacity + dropped)) : 0;
  return (
    <div className="ui-layer-bar" data-size={size} role="img" aria-label={label}>
      <div className="ui-layer-bar-limit" style={{ flex: `${1 - hatchedPart} 1 0` }}>
        {layerNames.map((layer) => (
          <div
            key={layer}
            className="ui-layer-bar-part"
            data-layer={layer}
            hidden={tokens[layer] === 0}
            style={{ width: `${(tokens[layer] / capacity) * 100}%` }}
          />
        ))}
      </div>
      {hatchedPart > 0 && <div className="ui-hatch" style={{ flex: `${hatchedPart} 1 0` }} />}
    </div>
  );
}
