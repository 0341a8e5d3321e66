export { openSynopses, proposeSynopsis } from './store.ts';
export { SynopsesDialog } from './synopses-dialog.tsx';
export { useSynopsisCommands } from './synopsis-commands.ts';
