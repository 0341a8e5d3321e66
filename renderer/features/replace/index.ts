export { useReplaceCommands } from './replace-commands.ts';
export { ReplaceDialog } from './replace-dialog.tsx';
export { openReplace } from './store.ts';
