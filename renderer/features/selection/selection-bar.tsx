import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, Toolbar } from 'react-aria-components';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { type Action, codexAction, noteAction, skillActions } from './actions.ts';
import { measureBar } from './measure-bar.ts';
import type { BarPlace } from './place-bar.ts';
import { hideBar, openMenu, useSelectionActions } from './store.ts';

/** Skills with a button of their own; the others are in the menu. */
const shownSkills = 4;

/** Follows the text while it scrolls. Null until measured, and while there is no room. */
function useBarPlace(bar: RefObject<HTMLElement | null>): BarPlace | null {
  const view = useSelectionActions((state) => state.view);
  const [place, setPlace] = useState<BarPlace | null>(null);
  useLayoutEffect(() => {
    if (view === null) return undefined;
    const measure = () => {
      const box = bar.current?.getBoundingClientRect();
      if (box !== undefined) setPlace(measureBar(view, { width: box.width, height: box.height }));
    };
    measure();
    view.scrollDOM.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      view.scrollDOM.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [view, bar]);
  return place;
}

function ActionButton({ action }: { action: Action }) {
  return (
    <Button
      className="selection-action"
      onPress={() => {
        hideBar();
        focusPage();
        action.run();
      }}
    >
      {action.label}
    </Button>
  );
}

function Bar() {
  const { t, language } = useWords();
  const focused = useSelectionActions((state) => state.barFocused);
  const bar = useRef<HTMLDivElement>(null);
  const place = useBarPlace(bar);
  const isPlaced = place !== null;
  // What is not to be seen yet takes no focus.
  useEffect(() => {
    if (focused && isPlaced) bar.current?.querySelector('button')?.focus();
  }, [focused, isPlaced]);
  const skills = skillActions(t).slice(0, shownSkills);
  const others = [...codexAction(t), ...noteAction(t)];
  const style =
    place === null
      ? { left: 0, top: 0, visibility: 'hidden' as const }
      : { left: place.left, top: place.top };
  const openMore = () => {
    const box = bar.current?.getBoundingClientRect();
    if (box !== undefined) openMenu({ x: box.left, y: box.bottom + 4 });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside
    <div
      ref={bar}
      className="selection-place"
      lang={language}
      style={style}
      data-escape
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        hideBar();
        focusPage();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hideBar();
      }}
    >
      <Toolbar className="selection-bar" aria-label={t('editor:selection.label')}>
        {skills.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
        {skills.length > 0 && others.length > 0 && <span className="selection-line" />}
        {others.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
        {skills.length + others.length > 0 && <span className="selection-line" />}
        <Button className="selection-action" onPress={openMore}>
          {t('app:actions.more')} <ChevronDown size={14} aria-hidden />
        </Button>
      </Toolbar>
    </div>
  );
}

/** A small bar beside what was selected with the pointer, or asked for by key. */
export function SelectionBar() {
  const shown = useSelectionActions((state) => state.barShown);
  return shown ? <Bar /> : null;
}
