/** One expectation: what, where, and how it stands; opens to why and since when. */
import { Check, CircleHelp, X } from 'lucide-react';
import { useState } from 'react';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { ExpectationResult } from '#shared/domain/expectation.ts';
import { groupOf } from './counts.ts';
import { chapterWords, itemWordsOf, type Named, placeWordsOf } from './names.ts';
import { deleteExpectation, type ListedExpectation, turnExpectation } from './store.ts';

const signs = { broken: X, unjudged: CircleHelp, waiting: CircleHelp, held: Check } as const;

function Since({ since }: { since: NonNullable<ExpectationResult['since']> }) {
  const { t, language } = useWords();
  const time = formatMoment(since.at, Date.now(), language);
  const held =
    since.heldUntil === null ? null : formatMoment(since.heldUntil, Date.now(), language);
  return (
    <>
      <dt>{t('expectations:facts.since')}</dt>
      <dd>
        {held === null
          ? t('expectations:facts.sinceNever', { time })
          : t('expectations:facts.sinceHeld', { time, held })}
      </dd>
      {since.cause !== null && (
        <>
          <dt>{t('expectations:facts.cause')}</dt>
          <dd>{t(`expectations:causes.${since.cause}`)}</dd>
        </>
      )}
      {since.changes.map(({ change, itemId, title, cause }) => (
        <dd key={itemId} className="expectations-change">
          {t(`expectations:changes.${change}`, { title })}
          <span className="ui-quiet">{t(`expectations:causes.${cause}`)}</span>
        </dd>
      ))}
      {since.more > 0 && (
        <dd className="expectations-change ui-quiet">
          {t('expectations:more', { count: since.more })}
        </dd>
      )}
    </>
  );
}

function Facts({ result, named, note }: { result: ExpectationResult; named: Named; note: string }) {
  const { t } = useWords();
  const { why, since } = result;
  const { tokens, fullTokens, left, limit, rank, of, documentId } = why;
  const cost = fullTokens ?? tokens;
  return (
    <dl className="expectations-facts">
      <dt>{t('expectations:facts.why')}</dt>
      <dd>
        {t(`expectations:outcome.${why.outcome}`)}
        {why.reason !== undefined && ` ${t(`expectations:reasons.${why.reason}`)}`}
        {why.code !== undefined && ` ${t(`errors:${why.code}.what`)}`}
      </dd>
      {cost !== undefined && left !== undefined && limit !== undefined && (
        <>
          <dt>{t('expectations:facts.cost')}</dt>
          <dd>{t('expectations:facts.costs', { tokens: cost, left, limit })}</dd>
        </>
      )}
      {rank !== undefined && of !== undefined && (
        <>
          <dt>{t('expectations:facts.rank')}</dt>
          <dd>{t('expectations:facts.ranks', { rank, of })}</dd>
        </>
      )}
      {why.brokenPlaces > 0 && why.places > 1 && documentId !== undefined && (
        <>
          <dt>{t('expectations:facts.places')}</dt>
          <dd>
            {t('expectations:facts.placesBroken', {
              ...{ broken: why.brokenPlaces, places: why.places },
              chapter: chapterWords(t, named, documentId),
            })}
          </dd>
        </>
      )}
      {since !== undefined && <Since since={since} />}
      {note !== '' && (
        <>
          <dt>{t('expectations:facts.note')}</dt>
          <dd>{note}</dd>
        </>
      )}
    </dl>
  );
}

function Actions({ expectation }: { expectation: ListedExpectation }) {
  const { t } = useWords();
  const { at, result, expect } = expectation;
  const documentId = result?.why.documentId ?? ('documentId' in at ? at.documentId : undefined);
  const openPlace = (): void => {
    if (documentId === undefined) return;
    const cursor = result?.why.cursorPosition;
    closeDialog();
    const range = cursor === undefined ? undefined : { start: cursor, end: cursor };
    useSession.getState().openDocument(documentId, range);
  };
  return (
    <div className="expectations-actions">
      {documentId !== undefined && (
        <LinkButton onPress={openPlace}>{t('expectations:actions.open')}</LinkButton>
      )}
      <LinkButton onPress={() => void turnExpectation(expectation)}>
        {t(`expectations:actions.turn.${expect}`)}
      </LinkButton>
      <LinkButton
        onPress={() => void deleteExpectation(expectation, t('expectations:actions.deleted'))}
      >
        {t('expectations:actions.delete')}
      </LinkButton>
    </div>
  );
}

type ExpectationRowProps = { expectation: ListedExpectation; named: Named; isFirst: boolean };

export function ExpectationRow({ expectation, named, isFirst }: ExpectationRowProps) {
  const { t } = useWords();
  const group = groupOf(expectation);
  // What is broken stands open: the first of it is what one came for.
  const [open, setOpen] = useState(isFirst && group !== 'held');
  const Sign = signs[group];
  return (
    <li className="expectations-row" data-state={group}>
      <button
        type="button"
        className="expectations-main"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Sign size={14} aria-hidden />
        <span className="ui-hidden">{t(`expectations:sections.${group}`)}</span>
        <span className="expectations-side">{t(`expectations:expect.${expectation.expect}`)}</span>
        <span className="expectations-item">{itemWordsOf(t, named, expectation)}</span>
        <span className="expectations-place">{placeWordsOf(t, named, expectation)}</span>
      </button>
      {open && (
        <div className="expectations-detail">
          {expectation.result !== null && (
            <Facts result={expectation.result} named={named} note={expectation.note} />
          )}
          <Actions expectation={expectation} />
        </div>
      )}
    </li>
  );
}
