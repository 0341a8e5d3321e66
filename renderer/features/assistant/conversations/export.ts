import { saveFile } from '#renderer/ui/save-file.ts';
import { notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';

/** The whole conversation as a Markdown file. */
export async function exportConversation(t: Translate, conversationId: string): Promise<void> {
  try {
    const { fileName, text } = await call('conversation:export', { conversationId });
    saveFile(fileName, new Blob([text], { type: 'text/markdown;charset=utf-8' }));
    notify({ place: 'dock', text: t('assistant:export.said', { name: fileName }) });
  } catch (error) {
    reportFailure(error);
  }
}
