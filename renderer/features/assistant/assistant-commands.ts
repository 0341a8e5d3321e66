import { assistantMode, chooseAssistantMode, showAssistant } from '#renderer/app/assistant-mode.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { isEscapeTaken } from '#renderer/app/keyboard.ts';
import { useLayout, visibleColumns } from '#renderer/app/layout.ts';
import { askForComposer } from './composer/store.ts';
import { closeList, openList } from './conversations/view.ts';
import { isAnswering, shownConversations, useAssistant } from './store.ts';
import { lastError } from './thread/last-error.ts';

const assistant = () => useAssistant.getState();

export function newConversation(): void {
  closeList();
  assistant().startNew();
  showAssistant('chat');
  askForComposer();
}

const isShown = () => {
  const layout = useLayout.getState();
  return layout.dockPanel === 'assistant' && visibleColumns(layout).dock;
};

const isInChat = () =>
  document.activeElement?.closest('.chat') !== null &&
  document.activeElement?.closest('[data-escape]') === null &&
  !isEscapeTaken();

const canResume = () => lastError(assistant()) !== null;

const commands: readonly Command[] = [
  {
    id: 'assistant.talk',
    titleKey: 'assistant:commands.talk',
    group: 'writing',
    shortcut: 'Mod+L',
    run: () => {
      closeList();
      showAssistant('chat');
      askForComposer();
    },
  },
  {
    id: 'assistant.new',
    titleKey: 'assistant:commands.new',
    group: 'writing',
    shortcut: 'Mod+Shift+O',
    run: newConversation,
  },
  {
    id: 'assistant.list',
    titleKey: 'assistant:commands.list',
    group: 'writing',
    when: () => shownConversations(assistant()).length > 0,
    run: () => {
      showAssistant('chat');
      openList();
    },
  },
  {
    id: 'assistant.stop',
    titleKey: 'assistant:commands.stop',
    group: 'now',
    shortcut: 'Mod+.',
    when: () => isAnswering(assistant()),
    run: () => void assistant().stop(),
  },
  {
    id: 'assistant.stopHere',
    titleKey: 'assistant:commands.stopHere',
    group: 'now',
    shortcut: 'Escape',
    // Esc belongs to the page and to fields; it stops an answer only for those who are in the chat.
    when: () => isAnswering(assistant()) && isInChat(),
    run: () => void assistant().stop(),
  },
  {
    id: 'assistant.resume',
    titleKey: 'assistant:commands.resume',
    group: 'now',
    shortcut: 'Mod+Alt+R',
    when: canResume,
    run: () => {
      showAssistant('chat');
      void assistant().resume();
    },
  },
  {
    id: 'assistant.switch',
    titleKey: 'assistant:commands.switch',
    group: 'panels',
    shortcut: 'Mod+Shift+Y',
    run: () => {
      if (isShown()) chooseAssistantMode(assistantMode() === 'chat' ? 'write' : 'chat');
      else showAssistant(assistantMode());
    },
  },
];

/** Mounted once, by the desk. */
export const useAssistantCommands = (): void => useCommands(commands);
