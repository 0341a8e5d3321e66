import { useLayout } from '#renderer/app/layout.ts';
import { knownSkill } from './skills.ts';
import { useInspect } from './store.ts';

/** Opens the panel on a request that was made, with its text as it was sent. */
export function showRequest(assemblyId: string): void {
  useLayout.getState().showPanel('inspect');
  const { setView, loadRequests, showReplay } = useInspect.getState();
  setView('requests');
  void loadRequests().then(() => showReplay(assemblyId));
}

/** Lets the panel show what that would send; a skill of the writer's own is shown as continuing. */
export function inspectAs(skillId: string, instruction: string): void {
  const { skillId: shown, setSkill, setInstruction } = useInspect.getState();
  const skill = knownSkill(skillId) ?? 'continue';
  if (skill !== shown) setSkill(skill);
  setInstruction(instruction);
}

/** What the writer let in or left out in the panel: a run takes the same. */
export function requestChoices(): { admit?: string[]; mute?: string[] } {
  const { admit, mute } = useInspect.getState();
  return {
    ...(admit.length === 0 ? {} : { admit: [...admit] }),
    ...(mute.length === 0 ? {} : { mute: [...mute] }),
  };
}
