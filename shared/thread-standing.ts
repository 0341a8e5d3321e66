/** How a thread stands, from where its places are; pure, the same in the program and in the page (N13). */
import type { ThreadPlaceKind, ThreadProblem, ThreadStanding } from './domain/thread.ts';

type Spot = { chapter: number; start: number };

export type StandingInput = {
  places: readonly { kind: ThreadPlaceKind; found: Spot | null; chapterGone?: boolean }[];
  /** `gone`: it was due in a chapter that is not there any more. */
  due: number | 'gone' | null;
  /** The last chapter that is written. */
  now: number;
  /** Chapters of silence that make it forgotten. */
  silentAfter: number;
};

/** From this part of the silence on that makes it forgotten, a thread goes quiet. */
const quietPart = 0.75;

const isBefore = (one: Spot, other: Spot): boolean =>
  one.chapter < other.chapter || (one.chapter === other.chapter && one.start < other.start);

const first = (spots: readonly Spot[]): Spot | undefined =>
  spots.reduce<Spot | undefined>(
    (min, spot) => (min === undefined || isBefore(spot, min) ? spot : min),
    undefined,
  );

const spotsOf = (places: StandingInput['places'], kind: ThreadPlaceKind): Spot[] =>
  places.flatMap((place) => (place.kind === kind && place.found ? [place.found] : []));

const isPaidUnopened = ({ places }: StandingInput): boolean => {
  if (!places.some(({ kind }) => kind === 'paid')) return false;
  if (!places.some(({ kind }) => kind === 'opened')) return true;
  const [paid, opened] = [first(spotsOf(places, 'paid')), first(spotsOf(places, 'opened'))];
  return paid !== undefined && opened !== undefined && isBefore(paid, opened);
};

/** Chapters that were moved: it would be paid off before anybody heard of it. */
const isDueBeforeOpened = ({ places, due }: StandingInput): boolean => {
  const opened = first(spotsOf(places, 'opened'));
  return typeof due === 'number' && opened !== undefined && due < opened.chapter;
};

/** An open thread: nothing says that it is paid off. */
const standingOpen = ({ places, due, now, silentAfter }: StandingInput): ThreadStanding => {
  const chapters = places.flatMap(({ found }) => (found ? [found.chapter] : []));
  const silentFor = chapters.length === 0 ? 0 : Math.max(0, now - Math.max(...chapters));
  const lateBy = typeof due === 'number' ? Math.max(0, now - due) : 0;
  const isForgotten = silentFor >= silentAfter;
  const isQuiet = !isForgotten && silentFor >= Math.max(1, Math.ceil(silentAfter * quietPart));
  const stageOf = (): ThreadStanding['stage'] => {
    if (lateBy > 0) return 'overdue';
    if (places.length === 0) return 'planned';
    if (isForgotten) return 'forgotten';
    return places.some(({ kind }) => kind === 'echoed') ? 'echoed' : 'open';
  };
  return { stage: stageOf(), problems: isQuiet ? ['quiet'] : [], silentFor, lateBy };
};

/** A text that is not found again may only be reworded; what a deleted chapter held is not in the book. */
export const standingOf = (given: StandingInput): ThreadStanding => {
  const { due } = given;
  const places = given.places.filter(({ chapterGone }) => chapterGone !== true);
  const input = { ...given, places };
  const isPaid = places.some(({ kind }) => kind === 'paid');
  const standing: ThreadStanding = isPaid
    ? { stage: 'paid', problems: [], silentFor: 0, lateBy: 0 }
    : standingOpen(input);
  const problems: ThreadProblem[] = [
    ...(isPaidUnopened(input) ? (['paidUnopened'] as const) : []),
    ...(given.places.some(({ found }) => found === null) ? (['placeLost'] as const) : []),
    ...(due === 'gone' && !isPaid ? (['dueGone'] as const) : []),
    ...(!isPaid && isDueBeforeOpened(input) ? (['dueBeforeOpened'] as const) : []),
    ...standing.problems,
  ];
  return { ...standing, problems };
};

/** Whether the writer should look at it: it stands first. */
export const needsLook = ({ stage, problems }: ThreadStanding): boolean =>
  stage === 'overdue' || stage === 'forgotten' || problems.length > 0;
