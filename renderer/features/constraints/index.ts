import type { DockPanel } from '#renderer/app/dock-panel.ts';
import { ConstraintsPanel } from './panel.tsx';

export { editConstraint } from './edit-constraint.ts';
export { useConstraintCommands } from './constraint-commands.ts';

export const constraintsPanel: DockPanel = {
  id: 'constraints',
  titleKey: 'constraints:title',
  Component: ConstraintsPanel,
};
