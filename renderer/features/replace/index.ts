export { useReplaceCommands } from './replace-commands.ts';
export { LeftDialog } from './left-dialog.tsx';
export { ReplaceDialog } from './replace-dialog.tsx';
export { openReplace } from './store.ts';
