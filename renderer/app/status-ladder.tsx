import { useWords } from '#renderer/i18n/index.ts';
import { ChapterStatus } from '#shared/domain/project.ts';

/** Four steps and a word, so that colour is never the only sign; where there is no room, the word is for who asks. */
export function StatusLadder({
  status,
  isShort = false,
}: {
  status: ChapterStatus | null;
  isShort?: boolean;
}) {
  const { t } = useWords();
  const reached = status === null ? 0 : ChapterStatus.options.indexOf(status) + 1;
  const word = t(`structure:status.${status ?? 'none'}`);
  return (
    <span className="structure-status" {...(isShort ? { title: word } : {})}>
      <span className="structure-ladder" aria-hidden>
        {ChapterStatus.options.map((step, index) => (
          <i key={step} data-reached={index < reached} />
        ))}
      </span>
      {isShort ? <span className="ui-hidden">{word}</span> : word}
    </span>
  );
}
