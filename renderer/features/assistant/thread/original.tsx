import { useCallback, useEffect, useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { FailureBlock, LinkButton } from '#renderer/ui/index.ts';
import { useAssistant } from '../store.ts';

/** A message before anything was taken from it, fetched when it is asked for, or at once. */
export function useOriginal(messageId: string, atOnce = false) {
  const conversationId = useAssistant((state) => state.conversationId);
  const [original, setOriginal] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const show = useCallback(() => {
    if (conversationId === null) return;
    setFailure(null);
    call('conversation:original', { conversationId, messageId })
      .then(({ content }) => setOriginal(content))
      .catch(setFailure);
  }, [conversationId, messageId]);
  useEffect(() => {
    if (atOnce) show();
  }, [atOnce, show]);
  return { original, failure, show, hide: () => setOriginal(null) };
}

type OriginalLinkProps = Pick<
  ReturnType<typeof useOriginal>,
  'original' | 'failure' | 'show' | 'hide'
>;

export function OriginalLink({ original, failure, show, hide }: OriginalLinkProps) {
  const { t } = useWords();
  if (failure !== null) return <FailureBlock error={failure} onRetry={show} />;
  return (
    <LinkButton onPress={original === null ? show : hide}>
      {t(original === null ? 'assistant:original.show' : 'assistant:original.hide')}
    </LinkButton>
  );
}
