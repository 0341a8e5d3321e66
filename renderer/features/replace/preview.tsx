import { useEffect, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { type Place, placeKey, type Selection } from './places.ts';
import { cutAtPronouns } from './pronouns.ts';

/** The chapter's text as it is on disk; null until it is read. */
function useText(projectId: string, documentId: string): string | null {
  const [read, setRead] = useState<{ documentId: string; text: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    call('documents:read', { projectId, documentId })
      .then(({ text }) => {
        if (wanted) setRead({ documentId, text });
      })
      // The list beside says what is wrong with the chapter.
      .catch(() => {
        if (wanted) setRead(null);
      });
    return () => {
      wanted = false;
    };
  }, [projectId, documentId]);
  return read?.documentId === documentId ? read.text : null;
}

/** From here to there, in the text: the paragraph and those beside it, as far as they are of use. */
const around = 400;
const excerpt = (text: string, { start, end }: Place) => {
  const from = text.lastIndexOf('\n', Math.max(0, start - around)) + 1;
  const to = text.indexOf('\n', Math.min(text.length, end + around));
  return {
    from: start - from > 4 * around ? start - around : from,
    to: to < 0 || to - end > 4 * around ? Math.min(text.length, end + around) : to,
  };
};

function Plain({ text, marksPronouns }: { text: string; marksPronouns: boolean }) {
  const { t } = useWords();
  if (!marksPronouns) return <>{text}</>;
  const pieces = cutAtPronouns(text);
  return pieces.map((piece, index) =>
    piece.isPronoun ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
      <span key={index} className="replace-pronoun" title={t('replace:pronoun')}>
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}

type PreviewProps = {
  projectId: string;
  place: Place;
  places: readonly Place[];
  selection: Selection;
  marksPronouns: boolean;
};

/** The passage may be longer than its column: the place itself is what one wants to see. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** How the passage around a place would read, with every ticked place of it. */
export function Preview({ projectId, place, places, selection, marksPronouns }: PreviewProps) {
  const { t } = useWords();
  const text = useText(projectId, place.documentId);
  if (text === null) return null;
  const { from, to } = excerpt(text, place);
  const here = places.filter(
    ({ documentId, start, end }) => documentId === place.documentId && start >= from && end <= to,
  );
  return (
    <section className="replace-preview" aria-label={t('replace:preview')}>
      <div className="replace-preview-text" lang={useSession.getState().project?.language}>
        {here.map((one, index) => {
          const plain = text.slice(here[index - 1]?.end ?? from, one.start);
          const isCurrent = placeKey(one) === placeKey(place);
          return (
            <span key={placeKey(one)}>
              <Plain text={plain} marksPronouns={marksPronouns} />
              {selection.isTicked(one) ? (
                <span
                  ref={isCurrent ? bringIntoView : undefined}
                  data-current={isCurrent || undefined}
                >
                  <del>{one.match}</del>
                  <ins>{one.to}</ins>
                </span>
              ) : (
                <mark
                  ref={isCurrent ? bringIntoView : undefined}
                  data-current={isCurrent || undefined}
                >
                  {one.match}
                </mark>
              )}
            </span>
          );
        })}
        <Plain text={text.slice(here.at(-1)?.end ?? from, to)} marksPronouns={marksPronouns} />
      </div>
      {marksPronouns && <p className="ui-quiet">{t('replace:pronouns')}</p>}
      <LinkButton
        onPress={() => {
          const { documentId, start, end } = place;
          useSession.getState().openDocument(documentId, { start, end });
          closeDialog();
        }}
      >
        {t('replace:open')}
      </LinkButton>
    </section>
  );
}
