export { ImportDialog } from './import-dialog.tsx';
export { useImportCommands } from './import-commands.ts';
export { useDroppedFiles } from './dropped-files.ts';
export { undoImport } from './undo-import.ts';
