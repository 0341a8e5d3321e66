import { notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject } from '#renderer/app/session.ts';
import { showInChat } from '#renderer/app/chat-target.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { FileOrigin } from '#shared/domain/context-file.ts';

/** Shows the place in the conversation that a file comes from; says so where that is in another book. */
export function showOrigin(t: Translate, conversationId: string, origin: FileOrigin): void {
  const { messageId } = origin;
  call('conversation:get', { conversationId, after: messageId })
    .then(({ projectId }) => {
      if (isOpenProject(projectId)) {
        showInChat({ conversationId, messageId });
      } else notify({ place: 'dock', text: t('context-files:origin.elsewhere') });
    })
    .catch(reportFailure);
}
