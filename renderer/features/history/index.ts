export { HistoryDialog } from './history-dialog.tsx';
