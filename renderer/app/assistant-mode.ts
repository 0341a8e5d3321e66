import { create } from 'zustand';
import { z } from 'zod';
import { useLayout } from './layout.ts';
import { updateSettings, usePreferences } from './preferences.ts';
import { reportFailure } from './report-failure.ts';

/** The two halves of the assistant's tab: conversations, and skills that write into the page. */
const AssistantMode = z.enum(['chat', 'write']);
export type AssistantMode = z.infer<typeof AssistantMode>;

const key = 'assistantMode';

/** What was chosen in this sitting; null while the remembered choice holds. */
const useChosen = create<{ mode: AssistantMode | null }>()(() => ({ mode: null }));

const remembered = (layout: Record<string, unknown>): AssistantMode => {
  const kept = AssistantMode.safeParse(layout[key]);
  return kept.success ? kept.data : 'chat';
};

export function useAssistantMode(): AssistantMode {
  const chosen = useChosen((state) => state.mode);
  const kept = usePreferences(({ settings }) => remembered(settings.layout));
  return chosen ?? kept;
}

export const assistantMode = (): AssistantMode =>
  useChosen.getState().mode ?? remembered(usePreferences.getState().settings.layout);

/** Chooses a half and remembers it for the next sitting. */
export function chooseAssistantMode(mode: AssistantMode): void {
  if (assistantMode() === mode) return;
  useChosen.setState({ mode });
  updateSettings({ layout: { [key]: mode } }).catch(reportFailure);
}

/** Opens the assistant's tab on one half. */
export function showAssistant(mode: AssistantMode): void {
  chooseAssistantMode(mode);
  useLayout.getState().showPanel('assistant');
}
