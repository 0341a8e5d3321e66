import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { isAnswering, useAssistant } from '../store.ts';

type PlaceButtonProps = { message: ConversationMessage };

/**
 * Moves a message out of what the model is sent, or back (S1-20, S2-18); tries again to store an output that has no file
 * (S1-15). Nothing of it while a turn is under way, or once a summary stands for the message.
 */
export function PlaceButton({ message }: PlaceButtonProps) {
  const { t } = useWords();
  const conversationId = useAssistant((state) => state.conversationId);
  const busy = useAssistant(isAnswering);
  if (conversationId === null || busy || message.archivedBy !== null) return null;
  const { unsaved, destroyed, offloaded } = message.metadata;
  const isTaken = offloaded === true || destroyed === true;
  const scope = { conversationId, messageId: message.messageId };
  if (unsaved) {
    const store = (): void => {
      call('conversation:store-output', scope).catch(reportFailure);
    };
    return (
      <>
        <span className="ui-quiet">{t('assistant:place.unsaved')}</span>
        <LinkButton onPress={store}>{t('assistant:place.store')}</LinkButton>
      </>
    );
  }
  const move = (): void => {
    call(isTaken ? 'conversation:restore' : 'conversation:offload', scope).catch(reportFailure);
  };
  return (
    <LinkButton onPress={move}>
      {t(isTaken ? 'assistant:place.restore' : 'assistant:place.offload')}
    </LinkButton>
  );
}

/** The same under a question or an answer, shown while the writer is at its round. */
export function Place({ message }: PlaceButtonProps) {
  const { offloaded, destroyed } = message.metadata;
  return (
    <div className="chat-place" data-taken={offloaded === true || destroyed === true}>
      <PlaceButton message={message} />
    </div>
  );
}
