/** The words for a thread and its places; pure. */
import { numberedTitle } from '#renderer/app/chapter-label.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { ThreadPlace, ThreadProblem } from '#shared/domain/thread.ts';
import { shortenedTo } from '#shared/shortened.ts';
import { asShown } from '#shared/emphases.ts';
import { isHeldBack } from './groups.ts';
import type { ListedThread } from './store.ts';

const chaptersOf = ({ places }: ListedThread, kind: ThreadPlace['kind']): number[] =>
  places.flatMap((place) => (place.kind === kind && place.found ? [place.found.chapter] : []));

const capitalised = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** "113 忏宿冤凤姐托村妪": a chapter to be chosen, or chosen. */
export const titledChapter = (t: Translate, chapter: number, heading: string): string =>
  numberedTitle(heading, (title) => t('threads:chapterTitled', { chapter, title }));

/** One sentence of what became of it. */
export const threadWords = (t: Translate, thread: ListedThread): string => {
  const { silentFor, lateBy, dueChapter, problems, stage } = thread;
  const [openedIn] = chaptersOf(thread, 'opened');
  const [paidIn] = chaptersOf(thread, 'paid');
  const echoes = chaptersOf(thread, 'echoed');
  const last = echoes.at(-1);
  // Said together with where it is paid off.
  const isPaidUnopened = paidIn !== undefined && problems.includes('paidUnopened');
  const told: ThreadProblem[] = isPaidUnopened ? ['quiet', 'paidUnopened'] : ['quiet'];
  const parts = [
    openedIn === undefined ? null : t('threads:story.opened', { chapter: openedIn }),
    last === undefined ? null : t('threads:story.echoed', { count: echoes.length, chapter: last }),
    paidIn === undefined ? null : t('threads:story.paid', { chapter: paidIn }),
    isPaidUnopened ? t('threads:story.paidUnopened') : null,
    silentFor > 1 ? t('threads:story.silent', { count: silentFor }) : null,
    lateBy > 0 ? t('threads:story.late', { count: lateBy, chapter: dueChapter ?? 0 }) : null,
    lateBy === 0 && dueChapter !== null && stage !== 'paid'
      ? t('threads:story.due', { chapter: dueChapter })
      : null,
    ...problems.filter((one) => !told.includes(one)).map((one) => t(`threads:problems.${one}`)),
    isHeldBack(thread) ? t('threads:story.heldBack') : null,
  ].filter((part) => part !== null);
  return parts.length === 0
    ? t('threads:story.planned')
    : `${capitalised(parts.join(t('threads:story.comma')))}${t('threads:story.end')}`;
};

export const whereWords = (t: Translate, { found, chapterGone }: ThreadPlace): string => {
  if (found) return t('threads:chapter', { chapter: found.chapter });
  return chapterGone ? t('threads:lostWithChapter') : t('threads:lost');
};

export const placeWords = (t: Translate, place: ThreadPlace): string =>
  t('threads:place', { kind: t(`threads:kinds.${place.kind}`), where: whereWords(t, place) });

const shownLength = 80;

export const shortQuote = (quote: string): string =>
  shortenedTo(asShown(quote).replace(/\s+/gu, ' ').trim(), shownLength);
