/** What both views say of a chapter, in words. */
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import type { DocumentInfo } from '#shared/domain/project.ts';

/** A synopsis and whether the text went on without it, or the words that there is none. */
export function SynopsisText({ document }: { document: DocumentInfo }) {
  const { t } = useWords();
  const { synopsis, synopsisStale } = document;
  if (synopsis === '') return <span className="ui-quiet">{t('structure:noSynopsis')}</span>;
  return (
    <>
      {synopsisStale === true && (
        <span className="structure-stale" title={t('structure:staleHint')}>
          {t('structure:stale')}
        </span>
      )}
      {synopsis}
    </>
  );
}

/** Who tells a card's chapter or scene; nothing where nobody is said to. */
export function TellerWords({ teller }: { teller: string | null }) {
  const { t } = useWords();
  if (teller === null) return null;
  const words = t('structure:teller', { name: teller });
  return (
    <span className="structure-teller" data-field="pointOfView" title={words}>
      {words}
    </span>
  );
}

/** Who tells the chapter or scene; a person the codex has no more is still named as such. */
export function useTellerName(
  people: readonly Person[],
): (told: Pick<DocumentInfo, 'pointOfViewEntityId'>) => string | null {
  const { t } = useWords();
  return ({ pointOfViewEntityId }) => {
    if (pointOfViewEntityId === null) return null;
    return people.find(({ id }) => id === pointOfViewEntityId)?.name ?? t('codex:fence.gone');
  };
}
