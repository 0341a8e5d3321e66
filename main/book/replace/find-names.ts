/** Where the forms of one entry's name stand in a text, and which of these places are doubtful. Pure. */
import type { LongerName, RenameDoubt } from '#shared/domain/manuscript.ts';
import type { NameMatch } from '../knowledge/service.ts';
import { barePossessive } from './bare-possessive.ts';
import type { Form } from './name-forms.ts';
import type { FoundSpan, Span } from './span.ts';
import type { TextPattern } from './text-pattern.ts';
import type { LongerHanNames } from '../longer-han-name.ts';
import type { Namesakes } from '../namesakes.ts';
import { longerLatinName } from './longer-latin-name.ts';
import { mayBeOrdinaryWord } from './ordinary-latin-word.ts';
import { cutsWord } from './whole-word.ts';

export type NamePlace = FoundSpan & {
  form: Form;
  /** What stands there under the new name. */
  to: string;
  doubt: RenameDoubt | null;
  inside: LongerName | null;
};

export type NameSearch = {
  entityId: string;
  forms: readonly { form: Form; find: TextPattern }[];
  /** Names of other entries have this word of the name too. */
  sharedWords: ReadonlySet<string>;
  /** What the book tells of longer names. */
  longerHan: Pick<LongerHanNames, 'at'>;
  /** What it tells of others of the same given name. */
  namesakes: Pick<Namesakes, 'at'>;
};

const latinEnd = /[\p{Script=Latin}]$/u;

const overlaps = (one: Span, other: Span): boolean =>
  one.start < other.end && other.start < one.end;

type Judged = Pick<NamePlace, 'doubt' | 'inside'>;
const sure: Judged = { doubt: null, inside: null };

/** Matches are in order: where those that touch a place begin is looked for by halves. */
const matchesAt = (matches: readonly NameMatch[], span: Span): NameMatch[] => {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.end ?? 0) <= span.start) low = middle + 1;
    else high = middle;
  }
  const found: NameMatch[] = [];
  for (let at = low; at < matches.length; at += 1) {
    const match = matches[at];
    if (!match || match.start >= span.end) break;
    found.push(match);
  }
  return found;
};

const judge = (
  text: string,
  span: FoundSpan,
  { entityId, sharedWords, longerHan, namesakes }: NameSearch,
  found: { form: Form; matches: readonly NameMatch[] },
): Judged => {
  const { form } = found;
  const near = matchesAt(found.matches, span);
  const longer = near.find(
    (match) => match.entityId !== entityId && match.end - match.start > span.end - span.start,
  );
  if (longer) {
    const name = text.slice(longer.start, longer.end);
    return { doubt: 'longerName', inside: { entityId: longer.entityId, name } };
  }
  const exact = near.filter((match) => match.start === span.start && match.end === span.end);
  if (exact.some((match) => match.entityId !== entityId)) return { ...sure, doubt: 'sharedName' };
  const isLatin = latinEnd.test(form.from);
  if (isLatin && cutsWord(text, span)) return { ...sure, doubt: 'insideWord' };
  const place = { ...span, name: form.from };
  const whole = isLatin
    ? longerLatinName(text, span)
    : (longerHan.at(text, place) ?? namesakes.at(text, place));
  if (whole !== null) return { doubt: 'longerName', inside: { entityId: null, name: whole } };
  if (span.keptMarks !== undefined) return { ...sure, doubt: 'partlyEmphasised' };
  if (isLatin && mayBeOrdinaryWord(text, span)) return { ...sure, doubt: 'ordinaryWord' };
  if (form.kind === 'part') {
    return sharedWords.has(form.from) ? { ...sure, doubt: 'sharedName' } : sure;
  }
  return exact.length > 0 ? sure : { ...sure, doubt: 'ordinaryWord' };
};

/** A form that stays as it is keeps its apostrophe, too. */
const withPossessive = (text: string, span: FoundSpan, form: Form): Omit<NamePlace, 'inside'> => {
  const stays = form.to === form.from || span.keptMarks !== undefined;
  const possessive = stays ? null : barePossessive(text, span, form.to);
  if (possessive === null) return { ...span, form, to: form.to, doubt: null };
  const { end, ending, isDoubtful } = possessive;
  const to = `${form.to}${ending}`;
  return { ...span, end, form, to, doubt: isDoubtful ? 'closesQuotation' : null };
};

/**
 * Longer forms take their places before shorter ones. `matches`: what the codex' matcher finds in this text; a place it
 * knows under another spelling is listed too, as a doubt. Null lets others have their turn.
 */
export function* findNames(
  text: string,
  search: NameSearch,
  matches: readonly NameMatch[],
): Generator<NamePlace | null> {
  const taken: NamePlace[] = [];
  for (const { form, find } of search.forms) {
    const before = [...taken];
    let next = 0;
    for (const span of find(text)) {
      if (span === null) {
        yield null;
        continue;
      }
      while (next < before.length && (before[next]?.end ?? 0) <= span.start) next += 1;
      const other = before[next];
      if (other && overlaps(other, span)) continue;
      const judged = judge(text, span, search, { form, matches });
      const place = withPossessive(text, span, form);
      taken.push({ ...place, ...judged, doubt: judged.doubt ?? place.doubt });
    }
    taken.sort((left, right) => left.start - right.start);
  }
  const spelled = matches
    .filter(({ entityId }) => entityId === search.entityId)
    .filter((match) => !taken.some((place) => overlaps(place, match)));
  for (const { name, start, end } of spelled) {
    const form = search.forms.find((one) => one.form.from === name)?.form;
    if (form) taken.push({ start, end, form, to: form.to, doubt: 'otherSpelling', inside: null });
  }
  yield* taken.sort((left, right) => left.start - right.start);
}
