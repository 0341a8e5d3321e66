/** Gives an entry another portrait, or none, in a way that can be taken back (W6). */
import { inTurn, offerUndo } from '#renderer/app/steps.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { call } from '#renderer/rpc/index.ts';
import { AppError } from '#shared/errors.ts';

type Scope = { projectId: string; entityId: string };

const read = async (scope: Scope): Promise<string | null> =>
  (await call('knowledge:portraits:read', scope)).image;

/** Null also for a file that is no picture: there is nothing to come back to. */
const readBefore = (scope: Scope): Promise<string | null> =>
  read(scope).catch((failure: unknown) => {
    if (failureOf(failure).code === 'PORTRAIT_INVALID') return null;
    throw failure;
  });

/** `said` is shown with the undo. Rejects with what kept it from being written; the undo too, and where another one came meanwhile. */
export const changePortrait = (scope: Scope, image: string | null, said: string): Promise<void> =>
  inTurn(async () => {
    const { projectId } = scope;
    const before = await readBefore(scope);
    await call('knowledge:portraits:set', { ...scope, image });
    // As it is kept: what a camera noted was left out.
    const kept = await read(scope);
    if (before === kept) return;
    const undo = async () => {
      if ((await readBefore(scope)) !== kept) {
        throw new AppError('PORTRAIT_CHANGED', 'There is another portrait by now.');
      }
      await call('knowledge:portraits:set', { ...scope, image: before });
    };
    offerUndo({ projectId, place: 'dock', text: said, undo });
  });
