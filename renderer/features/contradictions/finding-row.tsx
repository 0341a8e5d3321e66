/** One contradiction: what it is about, and its two places beside each other. */
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import type { Contradiction, ContradictionPlace } from '#shared/domain/contradiction.ts';
import { withoutMarks } from '#shared/emphases.ts';
import { decide, openPlace } from './store.ts';

function Place({ place }: { place: ContradictionPlace }) {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  const { source, id, name, before, quote, after, isGone } = place;
  const title = project?.documents.find(({ documentId }) => documentId === id)?.title;
  const isThere = source === 'chapter' ? title !== undefined : name !== '';
  const where =
    source === 'chapter'
      ? (title ?? t('contradictions:goneChapter'))
      : name === ''
        ? t('contradictions:goneEntry')
        : t('contradictions:entry', { name });
  const pieces = [before.trimStart(), quote, after.trimEnd()];
  const [shownBefore, shownQuote, shownAfter] = withoutMarks(pieces);
  return (
    <button
      type="button"
      className="contradictions-place"
      disabled={!isThere}
      onClick={() => openPlace(place)}
    >
      <span className="contradictions-where" lang={project?.language}>
        {where}
      </span>
      <span className="contradictions-quote" lang={project?.language}>
        {shownBefore}
        <mark>{shownQuote}</mark>
        {shownAfter}
      </span>
      {isGone && <span className="contradictions-gone">{t('contradictions:placeGone')}</span>}
    </button>
  );
}

export function FindingRow({ finding }: { finding: Contradiction }) {
  const { t } = useWords();
  const isReadOnly = useSession(({ project }) => project?.readOnly === true);
  const { kind, by, name, message, places, state } = finding;
  const said = t(`contradictions:kinds.${kind}`);
  const what = name === '' ? said : t('contradictions:about', { kind: said, name });
  const action = t(state === 'dismissed' ? 'contradictions:restore' : 'contradictions:dismiss');
  return (
    <li className="contradictions-finding" data-state={state}>
      <div className="contradictions-head">
        <h2>{what}</h2>
        <span className="ui-quiet">{t(`contradictions:by.${by}`)}</span>
        {!isReadOnly && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('contradictions:of', { action, what })}
            onPress={() =>
              void decide(
                finding,
                state !== 'dismissed',
                t('contradictions:dismissedStep', { what }),
              )
            }
          >
            {action}
          </Button>
        )}
      </div>
      {message !== '' && <p>{message}</p>}
      {state === 'settled' && <p className="ui-quiet">{t('contradictions:settled')}</p>}
      <div className="contradictions-places">
        <Place place={places[0]} />
        <Place place={places[1]} />
      </div>
    </li>
  );
}
