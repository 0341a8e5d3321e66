import { FileText } from 'lucide-react';
import { Button } from 'react-aria-components';
import { showFile } from '#renderer/features/context-files/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { useAssistant } from '../store.ts';

/** How many context files a message made, and the way to them. */
export function FilesLink({ ids }: { ids: readonly string[] }) {
  const { t } = useWords();
  const conversationId = useAssistant((state) => state.conversationId);
  const [first] = ids;
  if (first === undefined || conversationId === null) return null;
  return (
    <Button
      className="chat-files"
      onPress={() => showFile(conversationId, ids.length === 1 ? first : null)}
    >
      <FileText size={12} aria-hidden />
      {t('assistant:files', { count: ids.length })}
    </Button>
  );
}
