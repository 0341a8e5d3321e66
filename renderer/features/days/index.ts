export { useDaysCommands } from './days-commands.ts';
export { DaysDialog } from './days-dialog.tsx';
