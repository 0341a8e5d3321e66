import { useLayout } from '#renderer/app/layout.ts';
import { useSession } from '#renderer/app/session.ts';
import { useConstraints } from './store.ts';

/** Opens the panel on one constraint, ready to be changed. */
export function editConstraint(constraintId: string): void {
  useLayout.getState().showPanel('constraints');
  const { project } = useSession.getState();
  const { load, setKind, setQuery } = useConstraints.getState();
  if (project === null) return;
  void load(project.projectId).then(() => {
    const { items, edit } = useConstraints.getState();
    const constraint = items?.find((item) => item.constraintId === constraintId);
    if (constraint === undefined) return;
    setKind('all');
    setQuery('');
    edit(constraint);
  });
}
