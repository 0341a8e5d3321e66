import { useMemo } from 'react';
import { useAsking } from '#renderer/app/asking.ts';
import { showAssistant } from '#renderer/app/assistant-mode.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { isEscapeTaken } from '#renderer/app/keyboard.ts';
import { useSession } from '#renderer/app/session.ts';
import { selectedModel, useModels } from '#renderer/features/models/index.ts';
import { askForFocus, runningRun, useWrite } from './store.ts';

const running = () => runningRun(useWrite.getState());

const showPanel = () => showAssistant('write');

/** Without a model the panel says how to connect one. */
function runSkill(skillId: string): void {
  showPanel();
  if (selectedModel(useModels.getState()) !== null) void useWrite.getState().run({ skillId });
}

const canWrite = () => {
  const { project, documentId } = useSession.getState();
  return project !== null && !project.readOnly && documentId !== null;
};

const isFinding = () => document.activeElement?.matches('.find-bar *') === true;

const fixed: readonly Command[] = [
  {
    id: 'write.ask',
    titleKey: 'write:commands.ask',
    alsoKey: 'palette:also.ask',
    hintKey: 'write:commands.askHint',
    group: 'writing',
    shortcut: 'Mod+Shift+A',
    run: () => {
      showPanel();
      askForFocus();
    },
  },
  {
    id: 'write.cancel',
    titleKey: 'write:commands.cancel',
    group: 'writing',
    shortcut: 'Escape',
    shortcutWhen: () => !isEscapeTaken() && !isFinding(),
    when: () => running() !== null,
    run: () => {
      const run = running();
      if (run !== null) void useWrite.getState().cancel(run.runId);
    },
  },
];

/** Each skill as a command of its own, the writer's own ones too. Mounted once, by the desk. */
export function useWriteCommands(): void {
  const skills = useAsking((state) => state.skills);
  useCommands(
    useMemo(
      (): Command[] => [
        ...fixed,
        ...(skills ?? []).map(
          (skill): Command => ({
            id: `write.skill.${skill.skillId}`,
            onPage: true,
            titleKey: 'write:title',
            titleIn: (t) =>
              t(skill.passage === 'none' ? 'write:commands.here' : 'write:commands.passage', {
                skill: skill.title,
              }),
            group: 'writing',
            ...(skill.skillId === 'continue' ? { shortcut: 'Mod+Shift+Enter' } : {}),
            when: canWrite,
            run: () => runSkill(skill.skillId),
          }),
        ),
      ],
      [skills],
    ),
  );
}
