export { ExpectationStatus } from './expectation-status.tsx';
export { ExpectationsDialog } from './expectations-dialog.tsx';
export { ExpectButtons } from './expect-buttons.tsx';
export { useExpectationCommands } from './expectation-commands.ts';
export { useExpectationsFollowing } from './store.ts';
