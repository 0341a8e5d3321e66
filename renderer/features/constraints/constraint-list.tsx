import { useEffect, useLayoutEffect, useRef } from 'react';
import { shortName } from '#renderer/i18n/short-name.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useRowsOnScreen, VirtualRows } from '#renderer/ui/index.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import { ConstraintEditor } from './constraint-editor.tsx';
import { ConstraintRow } from './constraint-row.tsx';
import { movedBefore, type Numbered, stepTarget, wholeTarget } from './order.ts';
import { useRowDrag } from './row-drag.ts';
import { useConstraints } from './store.ts';

const rowHeight = 55;

/** A row that moved or closed keeps the focus, wherever the list puts it. */
function useFocusKeeper(scroller: { current: HTMLElement | null }, rows: readonly Numbered[]) {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const id = wanted.current;
    if (id === null || rows.length === 0) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-rove="${CSS.escape(id)}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
  });
  return (id: string) => {
    wanted.current = id;
  };
}

/** All constraints that pass the filter. Only those on the screen are drawn. */
export function ConstraintList({ rows }: { rows: readonly Numbered[] }) {
  const { t } = useWords();
  const editing = useConstraints((state) => state.editing);
  const { move, remove } = useConstraints.getState();
  const scroller = useRef<HTMLDivElement>(null);
  const ids = rows.map(({ constraint }) => constraint.constraintId);
  // The one that is edited has keys of its own.
  const roving = useRoving(ids.filter((id) => id !== editing?.id));
  const keepFocus = useFocusKeeper(scroller, rows);
  const virtualizer = useRowsOnScreen({
    rows,
    scroller,
    keyOf: ({ constraint }) => constraint.constraintId,
    heightOf: () => rowHeight,
    overscan: 8,
    kept: [ids.indexOf(roving.current ?? '')],
  });
  const moveBefore = (id: string, beforeId: string | null) => {
    keepFocus(id);
    const all = (useConstraints.getState().items ?? []).map((item) => item.constraintId);
    const target = wholeTarget(all, ids, id, beforeId);
    const after = movedBefore(all, id, target);
    const text = rows.find(({ constraint }) => constraint.constraintId === id)?.constraint.text;
    const said = t('constraints:moved', {
      ...{ text: shortName(text ?? ''), place: after.indexOf(id) + 1 },
    });
    void move(id, target, said);
  };
  const drag = useRowDrag(
    {
      rowAt: (offset) => virtualizer.getVirtualItemForOffset(offset),
      scroller: () => scroller.current,
    },
    (id, to) => moveBefore(id, ids[to] ?? null),
  );
  const edited = editing?.id ?? undefined;
  const lastEdited = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (edited === undefined && lastEdited.current !== undefined) keepFocus(lastEdited.current);
    // Opened from elsewhere it may stand far off the screen, where nothing is drawn.
    else if (edited !== undefined && edited !== lastEdited.current) {
      virtualizer.scrollToIndex(ids.indexOf(edited), { align: 'auto' });
    }
    lastEdited.current = edited;
  });
  const row = ({ constraint, number }: Numbered, index: number) => {
    const id = constraint.constraintId;
    const onDelete = () => {
      const neighbour = ids[index + 1] ?? ids[index - 1];
      if (neighbour !== undefined) keepFocus(neighbour);
      void remove(id, t('constraints:deleted', { number }));
    };
    if (editing?.id === id) {
      return (
        <ConstraintEditor
          editing={editing}
          number={number}
          stored={constraint}
          onDelete={onDelete}
        />
      );
    }
    return (
      <ConstraintRow
        constraint={constraint}
        number={number}
        focusProps={roving.rowProps(id, index === 0)}
        handleProps={drag.handleProps(id)}
        onDelete={onDelete}
        onStep={(step) => {
          const target = stepTarget(ids, id, step);
          if (target !== undefined) moveBefore(id, target);
        }}
      />
    );
  };
  const dropLine =
    drag.dragged === null
      ? null
      : (virtualizer.measurementsCache[drag.dragged.to]?.start ?? virtualizer.getTotalSize());
  return (
    <div className="ui-scroller constraints-scroller" ref={scroller}>
      <VirtualRows
        rows={rows}
        virtualizer={virtualizer}
        block={{ role: 'list', 'aria-label': t('constraints:list'), ...roving.listProps }}
        attributes={({ constraint }) => ({
          role: 'listitem',
          className: 'constraints-row',
          'data-dragged': drag.dragged?.id === constraint.constraintId || undefined,
        })}
      >
        {row}
      </VirtualRows>
      {dropLine !== null && <div className="constraints-drop" style={{ top: dropLine }} />}
    </div>
  );
}
