import { Check, Minus } from 'lucide-react';

export type Tick = 'on' | 'off' | 'some' | 'closed';

/** The drawn box of a row that is itself the checkbox. */
export function TickBox({ tick }: { tick: Tick }) {
  return (
    <span className="replace-tick" data-tick={tick} aria-hidden>
      {tick === 'on' && <Check size={11} strokeWidth={3} />}
      {tick === 'some' && <Minus size={11} strokeWidth={3} />}
    </span>
  );
}
