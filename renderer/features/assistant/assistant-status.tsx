import { showAssistant, useAssistantMode } from '#renderer/app/assistant-mode.ts';
import { useLayout, visibleColumns } from '#renderer/app/layout.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { askedIn, usePermissions } from './permissions/store.ts';
import { useAssistant } from './store.ts';
import './assistant.css';

/** In the status bar, while the chat is out of sight: an answer under way, or leave that is waited for. */
export function AssistantStatus() {
  const { t } = useWords();
  const mode = useAssistantMode();
  const isShown = useLayout(
    (layout) => layout.dockPanel === 'assistant' && visibleColumns(layout).dock,
  );
  const projectId = useAssistant((state) => state.projectId);
  const waits = usePermissions((state) => askedIn(state, projectId).length > 0);
  const answers = useAssistant(({ conversations }) =>
    (conversations ?? []).some(({ turnId }) => turnId !== null),
  );
  if ((isShown && mode === 'chat') || !(waits || answers)) return null;
  return (
    <span role="status">
      <button
        type="button"
        className="status-assistant"
        data-waits={waits}
        onClick={() => showAssistant('chat')}
      >
        {t(waits ? 'assistant:status.waits' : 'assistant:status.answers')}
      </button>
    </span>
  );
}
