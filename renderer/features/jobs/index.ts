export { useJobCommands } from './job-commands.ts';
export { JobsDialog } from './jobs-dialog.tsx';
export { JobsLine, JobsStatus } from './jobs-status.tsx';
export { useTellingJobEnds } from './tell-ends.ts';
