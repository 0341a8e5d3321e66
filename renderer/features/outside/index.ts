export { useOutsideCommands } from './outside-commands.ts';
export { OutsideDialog } from './outside-dialog.tsx';
export { OutsideStatus } from './outside-status.tsx';
