export { SelectionActions } from './selection-actions.tsx';
export { selectionWatch } from './watch-selection.ts';
