import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How wide an element is inside of its borders, px: before it is drawn first, and again whenever that changes.
 * @param before what is said until then
 * @param part a selector: the first such element within it instead
 */
export function useWidth(
  element: RefObject<Element | null>,
  before: number,
  part?: string,
): number {
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    const measured = part === undefined ? element.current : element.current?.querySelector(part);
    if (!measured) return undefined;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, part]);
  return width;
}
