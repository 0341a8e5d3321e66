import type { KeyboardEvent } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import type { Place } from './places.ts';
import { TickBox, type Tick } from './tick-box.tsx';

type PlaceRowProps = {
  place: Place;
  focus: RowFocus;
  tick: Tick;
  /** Where it is, for a place that does not stand under its chapter. */
  chapter: string | null;
  isCurrent: boolean;
  onFocus: () => void;
  onFlip: () => void;
};

/** One place: the words before end where it begins, so that all places stand below each other. Space ticks. */
export function PlaceRow({
  place,
  focus,
  tick,
  chapter,
  isCurrent,
  onFocus,
  onFlip,
}: PlaceRowProps) {
  const { t } = useWords();
  const isOn = tick === 'on';
  const reason =
    place.doubt === null
      ? null
      : t(`replace:doubts.${place.doubt}`, { name: place.longer ?? place.match });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    onFlip();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a whole row of a list that draws only what is on the screen
    <div
      {...focus}
      tabIndex={focus.tabIndex}
      role="checkbox"
      aria-checked={isOn}
      aria-disabled={tick === 'closed'}
      className="replace-place"
      data-current={isCurrent || undefined}
      onFocus={onFocus}
      onClick={onFlip}
      onKeyDown={onKeyDown}
    >
      <TickBox tick={tick} />
      <span className="replace-before">
        <bdi>{place.before}</bdi>
      </span>
      <span className="replace-rest">
        {isOn ? (
          <>
            <del>{place.match}</del>
            <span className="ui-hidden"> {t('replace:becomes')} </span>
            <ins>{place.to}</ins>
          </>
        ) : (
          <mark>{place.match}</mark>
        )}
        {place.after}
      </span>
      <span className="replace-where">
        {chapter === null
          ? t('replace:paragraph', { paragraph: place.paragraph })
          : t('replace:chapterParagraph', { chapter, paragraph: place.paragraph })}
      </span>
      {reason !== null && <span className="replace-reason">{reason}</span>}
    </div>
  );
}
