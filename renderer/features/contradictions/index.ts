export { useContradictionCommands } from './contradiction-commands.ts';
export { ContradictionsView } from './contradictions-view.tsx';
export { useContradictionsFollowing } from './store.ts';
