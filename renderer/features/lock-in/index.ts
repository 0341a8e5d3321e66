export { useLockInCommands } from './lock-in-commands.ts';
export { LockInDialog } from './lock-in-dialog.tsx';
export { LockInStrip } from './lock-in-strip.tsx';
