export { useChapterCommands } from './chapter-commands.ts';
export { ChapterDialog } from './chapter-dialog.tsx';
export { FenceMark } from './fence-mark.tsx';
export { openChapterSettings } from './store.ts';
