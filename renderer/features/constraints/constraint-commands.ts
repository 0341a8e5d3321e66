import { type Command, useCommands } from '#renderer/app/commands.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { focusAddField } from './focus-requests.ts';

const commands: readonly Command[] = [
  {
    id: 'constraints.add',
    titleKey: 'constraints:commands.add',
    alsoKey: 'palette:also.constraintAdd',
    group: 'writing',
    shortcut: 'Mod+Shift+K',
    run: () => {
      useLayout.getState().showPanel('constraints');
      focusAddField();
    },
  },
];

/** What of the constraints the palette offers; mounted once, by the desk. */
export const useConstraintCommands = (): void => useCommands(commands);
