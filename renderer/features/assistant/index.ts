import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { AssistantPanel } from './panel.tsx';

export { addToMessage } from './composer/add-to-message.ts';
export { useAssistantCommands } from './assistant-commands.ts';
export { AssistantStatus } from './assistant-status.tsx';
export { useAssistantFollowing } from './live.ts';

export const assistantPanel: DockPanel = {
  id: 'assistant',
  titleKey: 'assistant:title',
  Component: AssistantPanel,
};
