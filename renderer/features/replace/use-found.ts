import { useEffect, useState } from 'react';
import { flushEdits } from '#renderer/app/flush.ts';
import { call } from '#renderer/rpc/index.ts';
import { maxPlaces } from '#shared/contract/manuscript.ts';
import type { ManuscriptPlace, NameForm, RenameDoubt } from '#shared/domain/manuscript.ts';
import { betweenMarks } from '#shared/emphases.ts';
import { expandReplacement } from '#shared/expand-replacement.ts';
import { type Found, nothingFound } from './places.ts';
import type { Rules } from './text-search.ts';

export type Question =
  | { kind: 'none' }
  | { kind: 'text'; query: string; replacement: string; rules: Rules }
  | { kind: 'rename'; entityId: string; name: string; forms: readonly NameForm[] };

export type Answer =
  | { state: 'searching'; found: Found }
  | { state: 'found'; found: Found }
  | { state: 'failed'; error: unknown };

/** Rest before the book is searched anew, ms. */
const restMs = 250;

/** Where words go on over marks of emphasis, the emphasis goes with them: that is left to the writer. */
const doubtOf = (
  inside: ManuscriptPlace['inside'],
  keptMarks: ManuscriptPlace['keptMarks'],
): RenameDoubt | null => {
  if (inside !== null) return 'longerName';
  return keptMarks === undefined ? null : 'partlyEmphasised';
};

const ask = async (projectId: string, question: Question, signal: AbortSignal): Promise<Found> => {
  if (question.kind === 'none') return nothingFound;
  // What was typed a moment ago is part of the book.
  await flushEdits();
  if (question.kind === 'text') {
    const { query, rules } = question;
    const input = { projectId, query, ...rules, limit: maxPlaces };
    const { items, total, leftAlone } = await call('manuscript:search', input, { signal });
    const places = items.map(({ inside, ...place }) => ({
      ...place,
      to: '',
      doubt: doubtOf(inside, place.keptMarks),
      longer: inside?.name ?? null,
    }));
    return { ...nothingFound, places, total, leftAlone };
  }
  const { entityId, name, forms } = question;
  const input = { projectId, entityId, name, forms: [...forms] };
  const preview = await call('manuscript:rename:preview', input, { signal });
  const places = preview.items.map(({ inside, ...place }) => ({
    ...place,
    longer: inside?.name ?? null,
  }));
  return { ...preview, places };
};

/**
 * What the book has of the question, a little after it was last changed. `serial`: search again. What a place of a text
 * search becomes is not asked for: it follows the field at once.
 */
export function useFound(projectId: string, question: Question, serial: number): Answer {
  const [answer, setAnswer] = useState<Answer>({ state: 'found', found: nothingFound });
  // By its words, so that an equal question is not asked again.
  const asked = JSON.stringify({ ...question, replacement: '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `serial` asks the same question again
  useEffect(() => {
    const leaving = new AbortController();
    setAnswer((before) => ({
      state: 'searching',
      found: before.state === 'failed' ? nothingFound : before.found,
    }));
    const timer = setTimeout(() => {
      ask(projectId, JSON.parse(asked), leaving.signal)
        .then((found) => {
          if (!leaving.signal.aborted) setAnswer({ state: 'found', found });
        })
        .catch((error: unknown) => {
          if (!leaving.signal.aborted) setAnswer({ state: 'failed', error });
        });
    }, restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [projectId, asked, serial]);
  if (answer.state === 'failed' || question.kind !== 'text') return answer;
  const { replacement } = question;
  const places = answer.found.places.map((place) => ({
    ...place,
    to: place.captures
      ? expandReplacement(replacement, place.match, place.captures)
      : betweenMarks(replacement, place.keptMarks),
  }));
  return { state: answer.state, found: { ...answer.found, places } };
}
