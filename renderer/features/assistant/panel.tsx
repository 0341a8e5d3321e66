import { chooseAssistantMode, useAssistantMode } from '#renderer/app/assistant-mode.ts';
import { WritePanel } from '#renderer/features/write/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Segmented } from '#renderer/ui/index.ts';
import { ConversationView } from './conversation-view.tsx';
import './assistant.css';
import './thread.css';
import './composer.css';

/** The assistant's tab in two halves: talking about the book, and skills that write into the page. */
export function AssistantPanel() {
  const { t } = useWords();
  const mode = useAssistantMode();
  return (
    <div className="assistant">
      <div className="assistant-modes">
        <Segmented
          label={t('assistant:modes.label')}
          look="chips"
          choices={(['chat', 'write'] as const).map((id) => ({
            id,
            label: t(`assistant:modes.${id}`),
          }))}
          value={mode}
          onChange={chooseAssistantMode}
        />
      </div>
      <div className="assistant-half">
        {mode === 'chat' ? <ConversationView /> : <WritePanel />}
      </div>
    </div>
  );
}
