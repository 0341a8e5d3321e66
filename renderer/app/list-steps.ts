/** Changes of a list that can be taken back (W1). */
import type { Step, Write } from './project-list-types.ts';
import { inTurn, offerUndo } from './steps.ts';

type Needs = {
  get(): { projectId: string | null; adding: boolean };
  set(change: { adding: boolean }): void;
  /** False where it failed, which is shown with the list. */
  attempt(projectId: string, write: Write): Promise<boolean>;
  reload(projectId: string): Promise<void>;
};

export const createListSteps = ({ get, set, attempt, reload }: Needs) => {
  /** True when the change is made. `said` is shown with its undo. */
  const step = async (said: string, write: Step): Promise<boolean> => {
    const { projectId } = get();
    if (projectId === null) return false;
    return inTurn(async () => {
      const made: { back: Write | null } = { back: null };
      const isMade = await attempt(projectId, async (id) => {
        made.back = await write(id);
      });
      const { back } = made;
      if (!isMade || back === null) return isMade;
      // What fails is told by the step, which waits for another time.
      const undo = async () => {
        const isBack = await back(projectId);
        await reload(projectId);
        return isBack;
      };
      offerUndo({ projectId, place: 'dock', text: said, undo });
      return true;
    });
  };

  const add = async (said: string, write: Step): Promise<boolean> => {
    if (get().adding) return false;
    set({ adding: true });
    const added = await step(said, write);
    set({ adding: false });
    return added;
  };

  return { step, add };
};
