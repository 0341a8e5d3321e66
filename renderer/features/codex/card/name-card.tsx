/** The card of a name in the text: who it is, as far as this chapter knows (W6). */
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusPage } from '#renderer/app/page-focus.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { Kbd, LinkButton } from '#renderer/ui/index.ts';
import { Portrait } from '../portrait/portrait.tsx';
import { readPortraits } from '../portrait/store.ts';
import { showEntityById } from '../show-entity.ts';
import { namedUpTo } from './history.ts';
import { goToNextMention } from './next-mention.ts';
import { placeCard } from './place-card.ts';
import { closeCard, type OpenCard, readCardAnew, showNext, useNameCard } from './store.ts';
import './card.css';

/** The pointer may leave the name on its way to the card, ms. */
const leaveMs = 300;
const shownRelations = 3;
const shownDetails = 6;

function Head({ card }: { card: OpenCard }) {
  const { t } = useWords();
  const lang = useSession(({ project }) => project?.language);
  const { entityId, name, aliases, kind } = card.known;
  return (
    <div className="name-card-head">
      <Portrait className="name-card-initial" entityId={entityId} name={name} />
      <div className="name-card-names" lang={lang}>
        <b>{name}</b>
        {aliases.length > 0 && (
          <span>{t('codex:also', { names: aliases.join(t('codex:separator')) })}</span>
        )}
      </div>
      <span className="name-card-quiet">{t(`codex:oneKind.${kind}`)}</span>
    </div>
  );
}

const notHere = (t: Translate, { validFromChapter, chapter, validToChapter }: OpenCard['known']) =>
  validFromChapter !== null && chapter < validFromChapter
    ? t('codex:card.notYet', { chapter: validFromChapter })
    : t('codex:card.noLonger', { chapter: validToChapter ?? chapter });

function About({ card }: { card: OpenCard }) {
  const { t } = useWords();
  const lang = useSession(({ project }) => project?.language);
  const { known } = card;
  const { holds, summary, details, relations, chapter } = known;
  if (!holds) return <p className="name-card-about">{notHere(t, known)}</p>;
  const lines = relations
    .slice(0, shownRelations)
    .map(({ predicate, isOutgoing, other }) =>
      isOutgoing
        ? t('codex:card.outgoing', { predicate, other })
        : t('codex:card.incoming', { predicate, other }),
    );
  return (
    <>
      <p className="name-card-about" lang={lang}>
        {summary.trim() === '' ? t('codex:noSummary') : summary}
      </p>
      {details.length > 0 && (
        <ul className="name-card-details">
          {details.slice(0, shownDetails).map(({ label, text }) => (
            <li key={`${label} ${text}`} lang={lang}>
              <span className="name-card-quiet">{label}</span> {text}
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <p className="name-card-ties">
          <span className="name-card-quiet">{t('codex:card.asOf', { chapter })}</span>{' '}
          <span lang={lang}>{lines.join(t('codex:world.semicolon'))}</span>
        </p>
      )}
    </>
  );
}

function SoFar({ card }: { card: OpenCard }) {
  const { t } = useWords();
  const mentions = useNameCard((state) => state.mentions);
  const { chapter } = card.known;
  if (mentions === null) return <p className="name-card-far">{t('codex:card.counting')}</p>;
  const { count, last, bars } = namedUpTo(mentions.chapters, chapter);
  return (
    <p className="name-card-far">
      <svg width={bars.length * 5} height="20" aria-hidden="true">
        {bars.map((bar, at) => (
          <rect
            key={bar.chapter}
            x={at * 5}
            width="4"
            y={19 - bar.height * 18}
            height={1 + bar.height * 18}
            data-now={bar.chapter === chapter || undefined}
          />
        ))}
      </svg>
      <span>
        {t('codex:card.count', { count })}
        {last !== null && t('codex:card.last', { chapter: last })}
      </span>
    </p>
  );
}

/** What leads to the entry, and to where else it is named. */
function Ways({ byKey, onOpen }: { byKey: boolean; onOpen: () => void }) {
  const { t } = useWords();
  return (
    <>
      <span>
        <LinkButton onPress={onOpen}>{t('codex:card.open')}</LinkButton>
        {byKey && <Kbd shortcut="Mod+Enter" />}
      </span>
      <span>
        <LinkButton onPress={() => void goToNextMention().catch(reportFailure)}>
          {t('codex:card.next')}
        </LinkButton>
        {byKey && <Kbd shortcut="Alt+Down" />}
      </span>
    </>
  );
}

function Foot({ card, onOpen }: { card: OpenCard; onOpen: () => void }) {
  const { t } = useWords();
  const { byKey, entityIds, isGone } = card;
  return (
    <div className="name-card-foot">
      {!isGone && <Ways byKey={byKey} onOpen={onOpen} />}
      {entityIds.length > 1 && (
        <LinkButton onPress={() => void showNext().catch(reportFailure)}>
          {t('codex:card.other', { count: entityIds.length - 1 })}
        </LinkButton>
      )}
      {byKey && (
        <span>
          <LinkButton onPress={leave}>{t('app:actions.close')}</LinkButton>
          <Kbd shortcut="Escape" />
        </span>
      )}
    </div>
  );
}

function leave(): void {
  closeCard();
  focusPage();
}

/** Beside the name; null until measured. */
function usePlace(card: OpenCard, element: React.RefObject<HTMLElement | null>) {
  const view = useNameCard((state) => state.view);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const box = element.current?.getBoundingClientRect();
    const start = view?.coordsAtPos(card.from, 1) ?? null;
    if (box === undefined || start === null) return;
    const frame = { width: window.innerWidth, height: window.innerHeight };
    setPlace(placeCard(start, { width: box.width, height: box.height }, frame));
  }, [view, card, element]);
  return place;
}

/** A card that the pointer called goes with it, with the next key, and when the page scrolls. */
function useGoing(card: OpenCard, element: React.RefObject<HTMLElement | null>): void {
  const view = useNameCard((state) => state.view);
  useEffect(() => {
    if (view === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isNear = ({ clientX: x, clientY: y, target }: MouseEvent): boolean => {
      if (target instanceof Node && element.current?.contains(target)) return true;
      const start = view.coordsAtPos(card.from, 1);
      const end = view.coordsAtPos(card.to, -1);
      if (start === null || end === null) return false;
      return (
        x >= start.left - 4 && x <= end.right + 4 && y >= start.top - 4 && y <= end.bottom + 14
      );
    };
    const follow = (event: MouseEvent): void => {
      if (isNear(event)) {
        clearTimeout(timer);
        timer = undefined;
      } else timer ??= setTimeout(closeCard, leaveMs);
    };
    const { scrollDOM } = view;
    scrollDOM.addEventListener('scroll', closeCard, { passive: true });
    window.addEventListener('resize', closeCard);
    if (!card.byKey) {
      window.addEventListener('mousemove', follow, { passive: true });
      window.addEventListener('keydown', closeCard, true);
      // What an input method writes comes without keys.
      window.addEventListener('beforeinput', closeCard, true);
    }
    return () => {
      clearTimeout(timer);
      scrollDOM.removeEventListener('scroll', closeCard);
      window.removeEventListener('resize', closeCard);
      window.removeEventListener('mousemove', follow);
      window.removeEventListener('keydown', closeCard, true);
      window.removeEventListener('beforeinput', closeCard, true);
    };
  }, [view, card, element]);
}

function Card({ card }: { card: OpenCard }) {
  const { t, language } = useWords();
  const element = useRef<HTMLDivElement>(null);
  const place = usePlace(card, element);
  useGoing(card, element);
  const { byKey, known, isGone } = card;
  const isPlaced = place !== null;
  // What is not to be seen yet takes no focus.
  useEffect(() => {
    if (byKey && isPlaced) element.current?.focus();
  }, [byKey, isPlaced]);
  const open = (): void => {
    closeCard();
    void showEntityById(known.entityId);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const work =
      key === 'Escape'
        ? leave
        : key === 'Enter' && (ctrlKey || metaKey) && !isGone
          ? open
          : key === 'ArrowDown' && altKey && !isGone
            ? () => void goToNextMention().catch(reportFailure)
            : null;
    if (work === null) return;
    event.preventDefault();
    event.stopPropagation();
    work();
  };
  return (
    <div
      ref={element}
      className="name-card"
      role="dialog"
      aria-label={known.name}
      tabIndex={-1}
      data-escape
      lang={language}
      style={place ?? { left: 0, top: 0, visibility: 'hidden' }}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (byKey && !event.currentTarget.contains(event.relatedTarget)) closeCard();
      }}
    >
      <Head card={card} />
      {card.isGone ? (
        <p className="name-card-about" role="status">
          {t('codex:card.gone')}
        </p>
      ) : (
        <>
          <About card={card} />
          <SoFar card={card} />
        </>
      )}
      <Foot card={card} onOpen={open} />
    </div>
  );
}

/** Nothing while no name is asked for. */
export function NameCard() {
  const card = useNameCard((state) => state.card);
  useProjectReading(readPortraits, 'knowledge:changed');
  useProjectReading(readCardAnew, 'knowledge:changed');
  return card === null ? null : <Card card={card} />;
}
