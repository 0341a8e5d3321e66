import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { Button } from '#renderer/ui/index.ts';
import { useFiles } from './store.ts';

const ofMessages: ReadonlySet<string> = new Set(['offload', 'message']);

/** The id of the message whose content a file took out of the conversation; null when it stands there. */
function useTakenMessage(conversationId: string, { source }: ContextFile) {
  const [taken, setTaken] = useState<string | null>(null);
  const messageId = source && ofMessages.has(source.type) ? source.id : null;
  useEffect(() => {
    setTaken(null);
    if (messageId === null) return;
    call('conversation:get', { conversationId })
      .then(({ messages }) => {
        const message = messages.find((one) => one.messageId === messageId);
        if (message?.metadata.destroyed === true && message.archivedBy === null)
          setTaken(messageId);
      })
      .catch((failure: unknown) => {
        // Files may have come without their conversation.
        if (failureOf(failure).code !== 'CONVERSATION_NOT_FOUND') useFiles.setState({ failure });
      });
  }, [conversationId, messageId]);
  return { taken, forget: () => setTaken(null) };
}

type RestoreButtonProps = { conversationId: string; file: ContextFile };

/** Puts a file's content back where it was in the conversation (S2-18); the file stays. */
export function RestoreButton({ conversationId, file }: RestoreButtonProps) {
  const { t } = useWords();
  const { taken, forget } = useTakenMessage(conversationId, file);
  if (taken === null) return null;
  const restore = (): void => {
    call('conversation:restore', { conversationId, messageId: taken })
      .then(forget)
      .catch((failure: unknown) => useFiles.setState({ failure }));
  };
  return (
    <Button size="small" onPress={restore}>
      <Undo2 size={14} aria-hidden />
      {t('context-files:restore')}
    </Button>
  );
}
