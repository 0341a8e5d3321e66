export { MarkDialog } from './mark-dialog.tsx';
export { openThreads, useThreadsFollowing } from './store.ts';
export { useThreadCommands } from './thread-commands.ts';
export { ThreadStatus } from './thread-status.tsx';
export { ThreadsView } from './threads-view.tsx';
