export { ExportBar } from './export-bar.tsx';
export { useExportCommands } from './export-commands.ts';
export { ExportDialog } from './export-dialog.tsx';
