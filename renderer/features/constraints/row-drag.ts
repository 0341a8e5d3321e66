import { type PointerEvent, useRef, useState } from 'react';

type Measure = {
  /** Which row lies at a height of the list, px from its top. */
  rowAt: (offset: number) => { index: number; start: number; size: number } | undefined;
  scroller: () => HTMLElement | null;
};

export type RowDrag = {
  /** The row being dragged, and the place it would go to: before the row of this index. */
  dragged: { id: string; to: number } | null;
  handleProps: (id: string) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: () => void;
  };
};

/** Near the edges the list scrolls by so much with each movement, px. */
const edge = 32;
const scrollStep = 14;

/** Dragging a row by its handle to another place; `onDrop` gets the index of the row it goes before. */
export function useRowDrag(measure: Measure, onDrop: (id: string, to: number) => void): RowDrag {
  const [dragged, setDragged] = useState<RowDrag['dragged']>(null);
  const active = useRef<string | null>(null);

  const placeOf = (event: PointerEvent<HTMLElement>): number | null => {
    const scroller = measure.scroller();
    if (scroller === null) return null;
    const box = scroller.getBoundingClientRect();
    if (event.clientY < box.top + edge) scroller.scrollTop -= scrollStep;
    if (event.clientY > box.bottom - edge) scroller.scrollTop += scrollStep;
    const offset = event.clientY - box.top + scroller.scrollTop;
    const row = measure.rowAt(offset);
    if (row === undefined) return null;
    return offset > row.start + row.size / 2 ? row.index + 1 : row.index;
  };

  const stop = (): void => {
    active.current = null;
    setDragged(null);
  };

  return {
    dragged,
    handleProps: (id) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        active.current = id;
      },
      onPointerMove: (event) => {
        if (active.current !== id) return;
        const to = placeOf(event);
        if (to !== null) setDragged({ id, to });
      },
      onPointerUp: () => {
        if (active.current === id && dragged !== null) onDrop(id, dragged.to);
        stop();
      },
      onPointerCancel: stop,
    }),
  };
}
