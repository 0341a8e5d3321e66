import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useInspect, type View } from './store.ts';

const isOn = (): boolean => usePreferences.getState().settings.debugMode;

const show = (view: View) => (): void => {
  useInspect.getState().setView(view);
  useLayout.getState().showPanel('inspect');
};

const commands: readonly Command[] = [
  {
    id: 'inspect.prompt',
    titleKey: 'inspect:commands.prompt',
    group: 'now',
    when: isOn,
    run: show('prompt'),
  },
  {
    id: 'inspect.requests',
    titleKey: 'inspect:commands.requests',
    group: 'now',
    when: isOn,
    run: show('requests'),
  },
];

/** What of Inspect the palette offers besides its tab; mounted once, by the desk. */
export const useInspectCommands = (): void => useCommands(commands);
