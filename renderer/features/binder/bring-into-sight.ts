/** Finds a line of a long list of which only those on the screen are drawn. */

/** Each look comes nearer; a list that changes meanwhile is not looked through for ever. */
const maxLooks = 12;

const rowOf = (list: HTMLElement, id: string): Element | null =>
  list.querySelector(`[data-key="${CSS.escape(id)}"]`);

/** Lines are as high as their titles, which drawn ones alone tell: from the nearest of them it is guessed how far the wanted one is. */
const scrollNearer = (list: HTMLElement, lines: readonly string[], index: number): void => {
  const places = new Map(lines.map((id, at) => [id, at]));
  const drawn = [...list.querySelectorAll('[data-key]')].flatMap((row) => {
    const at = places.get(row.getAttribute('data-key') ?? '');
    return at === undefined ? [] : [{ at, box: row.getBoundingClientRect() }];
  });
  const height = drawn.reduce((sum, { box }) => sum + box.height, 0) / drawn.length;
  const [nearest] = drawn.toSorted(
    (one, other) => Math.abs(one.at - index) - Math.abs(other.at - index),
  );
  if (nearest === undefined) {
    list.scrollTop = (list.scrollHeight * index) / lines.length - list.clientHeight / 2;
    return;
  }
  const top = nearest.box.top - list.getBoundingClientRect().top;
  list.scrollTop += top + (index - nearest.at) * height - list.clientHeight / 2;
};

/**
 * Scrolls until the line `wanted` is drawn and seen whole.
 * @param lines the ids of all lines, drawn or not, from the top
 * @returns gives it up
 */
export const bringIntoSight = (
  list: HTMLElement,
  lines: readonly string[],
  wanted: string,
): (() => void) => {
  let frame = 0;
  let looks = 0;
  const look = (): void => {
    const row = rowOf(list, wanted);
    row?.scrollIntoView({ block: 'nearest' });
    looks += 1;
    if (row !== null || looks === maxLooks) return;
    scrollNearer(list, lines, lines.indexOf(wanted));
    frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
};
