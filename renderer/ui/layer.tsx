import type { CSSProperties } from 'react';
import type { LayerName } from '#shared/domain/budget.ts';
import { type BarFigures, barGeometry, type BarPart } from './bar-geometry.ts';

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

/** A tick stands for less than this many px of a bar; the ribbon's width is fixed, a bar is at least the other one wide. */
const tickBelow = 2;
const barWidths = { bar: 240, ribbon: 72 } as const;

type LayerBarProps = BarFigures & {
  size?: keyof typeof barWidths;
  /** The numbers in words, for readers. */
  label: string;
};

const placeOf = ({ start, length, isTick, ticksBefore }: BarPart): CSSProperties => ({
  '--start': start,
  '--length': isTick ? 0 : length,
  '--ticks': isTick ? ticksBefore : 0,
});

function Part({ part }: { part: BarPart }) {
  const { name, isTick } = part;
  const layer = name === 'framing' || name === 'dropped' ? undefined : name;
  return (
    <span
      className={name === 'dropped' ? 'ui-layer-bar-part ui-hatch' : 'ui-layer-bar-part'}
      data-part={name}
      data-layer={layer}
      data-tick={isTick || undefined}
      style={placeOf(part)}
    />
  );
}

/**
 * The budget as one bar, to scale: the free part is the sunken ground, what was left out is hatched and stands right of the
 * limit, what is too small to be seen is a tick.
 */
export function LayerBar({ size = 'bar', label, ...figures }: LayerBarProps) {
  const { sent, dropped, limit } = barGeometry(figures, tickBelow / barWidths[size]);
  return (
    <div
      className="ui-layer-bar"
      data-size={size}
      data-dropped={dropped !== null || undefined}
      role="img"
      aria-label={label}
    >
      <span className="ui-layer-bar-limit" style={{ '--length': limit }} />
      {sent.map((part) => (
        <Part key={part.name} part={part} />
      ))}
      {dropped !== null && <Part part={dropped} />}
    </div>
  );
}
