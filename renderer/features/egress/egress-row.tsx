import { type EgressEntry, LentTool } from '#shared/domain/egress.ts';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSession } from '#renderer/app/session.ts';
import { showRequest } from '#renderer/features/inspect/index.ts';
import { formatCount, formatMoment } from '#renderer/i18n/format.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';

const endingWords = (t: Translate, { status, outcome }: EgressEntry): string => {
  if (typeof status !== 'number') return t(`egress:outcomes.${status}`);
  return outcome === 'answered' ? String(status) : `${status}, ${t(`egress:outcomes.${outcome}`)}`;
};

/** What it asked for: the method of HTTP, or what of a book another program was given. */
const askedWords = (t: Translate, { purpose, method }: EgressEntry): string => {
  const tool = purpose === 'lent' ? LentTool.safeParse(method).data : undefined;
  return tool === undefined ? method : t(`egress:lent.${tool}`);
};

/** One request: when, for what, to whom; how much of what; and what came of it. */
export function EgressRow({ entry, book }: { entry: EgressEntry; book: string | null }) {
  const { t, language } = useWords();
  const isOpenBook = useSession((session) => session.project?.projectId === entry.projectId);
  const canInspect = usePreferences(({ settings }) => settings.debugMode) && isOpenBook;
  const { assemblyId, tokens, bytes, addressBytes } = entry;
  const sizes = [
    t('egress:size', { bytes: formatCount(bytes, language) }),
    ...(bytes === 0 ? [t('egress:address', { bytes: formatCount(addressBytes, language) })] : []),
    ...(tokens === null ? [] : [t('egress:tokens', { tokens: formatCount(tokens, language) })]),
  ];
  return (
    <li className="egress-row" data-outcome={entry.outcome}>
      <span className="egress-time">{formatMoment(entry.at, Date.now(), language)}</span>
      <span className="egress-what">
        {t(`egress:purposes.${entry.purpose}`)}
        {book !== null && <span className="ui-quiet"> · {book}</span>}
      </span>
      <span className="egress-ending">{endingWords(t, entry)}</span>
      <span className="egress-where">
        {askedWords(t, entry)} {entry.origin}
      </span>
      <span className="egress-size">{sizes.join(' · ')}</span>
      <code className="egress-hash">{entry.sha256}</code>
      {assemblyId !== null && canInspect && (
        <LinkButton
          onPress={() => {
            closeDialog();
            showRequest(assemblyId);
          }}
        >
          {t('egress:inspect')}
        </LinkButton>
      )}
    </li>
  );
}
