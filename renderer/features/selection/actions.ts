/** What can be done with selected text, for the bar and for the menu. */
import { useAsking } from '#renderer/app/asking.ts';
import { availableCommands, type Command } from '#renderer/app/commands.ts';
import { notify } from '#renderer/app/notices.ts';
import { selectedWords } from '#renderer/app/page-text.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSession } from '#renderer/app/session.ts';
import { shownShortcut } from '#renderer/app/shortcut-choices.ts';
import { addEntityNamed } from '#renderer/features/codex/index.ts';
import { spellingActions } from '#renderer/features/spelling/index.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { MenuEntry } from '#renderer/ui/index.ts';
import { copySelection, cutSelection, pasteClipboard, selectChapter } from './clipboard.ts';
import { useSelectionActions } from './store.ts';

export type Action = {
  id: string;
  label: string;
  shortcut?: string | undefined;
  /** It only says something. */
  isDisabled?: boolean;
  run: () => void;
};

const findCommand = (id: string): Command | undefined =>
  availableCommands().find((command) => command.id === id);

const keysOf = (command: Command): string | undefined =>
  shownShortcut(command, usePreferences.getState().settings.shortcuts);

/** A command as an action under its own or another name; none where it cannot be done now. */
function actionOf(t: Translate, id: string, label?: string): Action[] {
  const command = findCommand(id);
  if (command === undefined) return [];
  const title = label ?? command.titleIn?.(t) ?? t(command.titleKey);
  return [{ id, label: title, shortcut: keysOf(command), run: command.run }];
}

/** The skills that work on a passage alone, in their order; the others are in the dock. */
export const skillActions = (t: Translate): Action[] =>
  (useAsking.getState().skills ?? [])
    .filter(({ passage }) => passage === 'required')
    .flatMap(({ skillId, title }) => actionOf(t, `write.skill.${skillId}`, title));

const isWritable = (): boolean => useSession.getState().project?.readOnly === false;

/** A name in the codex; a longer text is no name. */
export const codexAction = (t: Translate): Action[] =>
  selectedWords() === '' || !isWritable()
    ? []
    : [
        {
          id: 'selection.codex',
          label: t('editor:selection.addToCodex'),
          run: () => void addEntityNamed(selectedWords()),
        },
      ];

/** A note beside it. */
export const noteAction = (t: Translate): Action[] => actionOf(t, 'notes.add', t('notes:bar'));

const clipboardKeys = { cut: 'Mod+X', copy: 'Mod+C', paste: 'Mod+V' };

/** What the keys for it would do; where the clipboard is closed to the page, the keys still work. */
const onPage =
  (t: Translate, work: (view: NonNullable<ReturnType<typeof pageView>>) => unknown) =>
  async (): Promise<void> => {
    const view = pageView();
    if (view === null) return;
    try {
      await work(view);
    } catch {
      // The browser says no more than that it is closed: the keys of the system open it.
      notify({ place: 'dock', text: t('editor:selection.clipboardClosed', clipboardKeys) });
    }
  };

const pageView = () => useSelectionActions.getState().view;

function clipboardActions(t: Translate, hasSelection: boolean): Action[] {
  const canWrite = pageView()?.state.readOnly === false;
  const say = (id: string, shortcut: string, work: Parameters<typeof onPage>[1]): Action => ({
    id: `selection.${id}`,
    label: t(`editor:selection.${id as 'cut'}`),
    shortcut,
    run: () => void onPage(t, work)(),
  });
  return [
    ...(hasSelection && canWrite ? [say('cut', clipboardKeys.cut, cutSelection)] : []),
    ...(hasSelection ? [say('copy', clipboardKeys.copy, copySelection)] : []),
    ...(canWrite ? [say('paste', clipboardKeys.paste, pasteClipboard)] : []),
    say('selectAll', 'Mod+A', selectChapter),
  ];
}

/** All that the menu of the page offers, in groups. */
export function menuGroups(t: Translate): Action[][] {
  const selection = pageView()?.state.selection.main;
  const hasSelection = selection !== undefined && !selection.empty;
  const onText = hasSelection
    ? [
        skillActions(t),
        [
          ...actionOf(t, 'write.ask', t('editor:selection.ask')),
          ...codexAction(t),
          ...actionOf(t, 'notes.add'),
          ...actionOf(t, 'threads.mark'),
          ...actionOf(t, 'dialog.search'),
        ],
        [...actionOf(t, 'editor.italic'), ...actionOf(t, 'editor.bold')],
      ]
    : [
        [...actionOf(t, 'write.skill.continue'), ...actionOf(t, 'write.ask')],
        actionOf(t, 'notes.add'),
      ];
  const groups = [
    ...spellingActions(t, pageView()),
    ...onText,
    clipboardActions(t, hasSelection),
    [
      ...actionOf(t, 'readAloud.start'),
      ...actionOf(t, 'chapter.history'),
      ...actionOf(t, 'beside.chapter'),
    ],
  ];
  return groups.filter((group) => group.length > 0);
}

/** Groups as entries of the kit's menu. */
export const entriesOf = (
  groups: readonly Action[][],
  run: (action: Action) => void,
): MenuEntry[] =>
  groups.flatMap((group, index): MenuEntry[] => [
    ...(index === 0 ? [] : [{ id: `line-${index}`, separator: true as const }]),
    ...group.map((action) => ({
      id: action.id,
      label: action.label,
      shortcut: action.shortcut,
      isDisabled: action.isDisabled ?? false,
      onAction: () => run(action),
    })),
  ]);
