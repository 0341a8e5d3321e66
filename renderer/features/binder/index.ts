export { Binder } from './binder.tsx';
export { addChapterAfter } from './actions.ts';
export { useBinderCommands } from './binder-commands.ts';
export { moveChapter, placeChapter, shiftChapter } from './move-chapter.ts';
export { useStructureCommands } from './structure-commands.ts';
export { DeletedDialog } from './deleted-dialog.tsx';
export { VolumeDialog } from './volume-dialog.tsx';
