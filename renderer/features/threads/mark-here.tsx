/** Marks the sentence at the cursor, or what is selected there, as a place of the thread that is looked at. */
import { openDialog } from '#renderer/app/dialogs.ts';
import { type TextPassage, usePageText } from '#renderer/app/page-text.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { type ListedThread, useThreads } from './store.ts';
import { shortQuote } from './thread-words.ts';

/** What would be marked; null where the cursor stands in no sentence. */
export function usePassageHere(): TextPassage | null {
  // Whatever moves the cursor, or brings another chapter, is told there.
  useSession(({ selection }) => selection);
  useSession(({ documentId }) => documentId);
  useSession(({ savedVersion }) => savedVersion);
  return usePageText(({ passage }) => passage)();
}

export function MarkHere({ thread: { threadId, stage } }: { thread: ListedThread }) {
  const { t } = useWords();
  const chapter = useSession((session) => openDocumentInfo(session)?.chapter);
  const isReadOnly = useSession(({ project }) => project?.readOnly === true);
  const passage = usePassageHere();
  const mark = (kind: 'echoed' | 'paid') => (): void => {
    useThreads.setState({ marking: { threadId, kind } });
    openDialog('thread');
  };
  const isDisabled = passage === null || isReadOnly;
  return (
    <div className="threads-here">
      <p className="threads-at ui-quiet">
        {passage === null || chapter === undefined
          ? t('threads:here.nowhere')
          : t('threads:here.at', { chapter, quote: shortQuote(passage.text) })}
      </p>
      <div className="threads-here-actions">
        {stage !== 'paid' && (
          <Button size="small" isDisabled={isDisabled} onPress={mark('paid')}>
            {t('threads:here.pay')}
          </Button>
        )}
        <Button size="small" isDisabled={isDisabled} onPress={mark('echoed')}>
          {t('threads:here.echo')}
        </Button>
      </div>
    </div>
  );
}
