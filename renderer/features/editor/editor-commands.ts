import { redo, undo } from '@codemirror/commands';
import type { StateCommand } from '@codemirror/state';
import { useMemo } from 'react';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useUnsaved } from '#renderer/app/unsaved.ts';
import type { PageController } from './page-controller.ts';
import { toggleEmphasis } from './prose/toggle-emphasis.ts';
import { useEditor } from './store.ts';

const isReady = () => useEditor.getState().status.state === 'ready';

/** What changes the text at the caret. */
function changeCommands(controller: PageController): Command[] {
  /** Fields beside the page have the same keys. */
  const isInPage = () => controller.view()?.hasFocus === true;
  const step = (command: StateCommand) => () => {
    const view = controller.view();
    if (view !== null) command(view);
    view?.focus();
  };
  return [
    {
      id: 'editor.italic',
      onPage: true,
      titleKey: 'editor:commands.italic',
      group: 'writing',
      shortcut: 'Mod+I',
      shortcutWhen: isInPage,
      when: isReady,
      whileLockedIn: true,
      run: step(toggleEmphasis(1)),
    },
    {
      id: 'editor.bold',
      onPage: true,
      titleKey: 'editor:commands.bold',
      group: 'writing',
      shortcut: 'Mod+B',
      shortcutWhen: isInPage,
      when: isReady,
      whileLockedIn: true,
      run: step(toggleEmphasis(2)),
    },
    {
      id: 'editor.undo',
      onPage: true,
      titleKey: 'editor:commands.undo',
      group: 'writing',
      when: isReady,
      whileLockedIn: true,
      run: step(undo),
    },
    {
      id: 'editor.redo',
      onPage: true,
      titleKey: 'editor:commands.redo',
      group: 'writing',
      when: isReady,
      whileLockedIn: true,
      run: step(redo),
    },
  ];
}

/** Undo and redo keep the keys CodeMirror has for them: fields and dialogs have their own undo. */
export function useEditorCommands(controller: PageController): void {
  useCommands(
    useMemo((): Command[] => {
      return [
        {
          id: 'editor.find',
          onPage: true,
          titleKey: 'editor:commands.find',
          alsoKey: 'palette:also.find',
          group: 'writing',
          shortcut: 'Mod+F',
          when: isReady,
          whileLockedIn: true,
          run: () => useEditor.setState({ findOpen: 'find' }),
        },
        {
          id: 'editor.replace',
          onPage: true,
          titleKey: 'editor:commands.replace',
          group: 'writing',
          shortcut: 'Mod+H',
          when: isReady,
          run: () => useEditor.setState({ findOpen: 'replace' }),
        },
        {
          id: 'editor.save',
          titleKey: 'app:commands.save',
          group: 'writing',
          shortcut: 'Mod+S',
          when: isReady,
          whileLockedIn: true,
          run: () => {
            controller.flush().catch(reportUnlessShown);
          },
        },
        {
          id: 'editor.encoding',
          titleKey: 'editor:commands.encoding',
          group: 'writing',
          when: isReady,
          run: () => useEditor.setState({ encodingOpen: true }),
        },
        ...changeCommands(controller),
      ];
    }, [controller]),
  );
}

/** A failed save stands below the text already. */
function reportUnlessShown(error: unknown): void {
  const isShown = useUnsaved.getState().failures.size > 0 || useEditor.getState().conflict !== null;
  if (!isShown) reportFailure(error);
}
