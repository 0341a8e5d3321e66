import { useEffect, useLayoutEffect, useRef } from 'react';

/** Near enough to the end to be taken for it, px. */
const endDistance = 32;

/**
 * Keeps the end of a growing list in sight, unless the reader has scrolled up. When `subject` changes, the end is
 * shown again: another list, or something the reader added to this one.
 */
export function useFollowingEnd(subject: string) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  /** How far what is being read lies from the end, while more is put before it. */
  const fromEnd = useRef<number | null>(null);
  useEffect(() => {
    const inner = content.current;
    const box = scroller.current;
    if (inner === null || box === null) return undefined;
    const follow = () => {
      if (atEnd.current) box.scrollTop = box.scrollHeight;
    };
    const observer = new ResizeObserver(follow);
    observer.observe(inner);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject is the reason
  useEffect(() => {
    atEnd.current = true;
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [subject]);
  const onScroll = () => {
    const box = scroller.current;
    if (box === null) return;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < endDistance;
  };
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || fromEnd.current === null) return;
    box.scrollTop = box.scrollHeight - fromEnd.current;
    fromEnd.current = null;
  });
  /** Call it before something is put in front of the list: what is being read stays where it is. */
  const keepPlace = () => {
    const box = scroller.current;
    if (box !== null) fromEnd.current = box.scrollHeight - box.scrollTop;
  };
  const leaveEnd = () => {
    atEnd.current = false;
  };
  return { scroller, content, onScroll, keepPlace, leaveEnd };
}
