export { MarkDialog } from './mark-dialog.tsx';
export { useThreadsFollowing } from './following.ts';
export { openThreads } from './store.ts';
export { useThreadCommands } from './thread-commands.ts';
export { ThreadStatus } from './thread-status.tsx';
export { ThreadsView } from './threads-view.tsx';
