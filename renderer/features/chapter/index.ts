export { useChapterCommands } from './chapter-commands.ts';
export { ChapterDialog } from './chapter-dialog.tsx';
export { FenceMark } from './fence-mark.tsx';
export { usePeople } from './use-people.ts';
export { openChapterSettings } from './store.ts';
