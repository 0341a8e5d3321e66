export { useReportCommands } from './report-commands.ts';
export { ReportsView } from './reports-view.tsx';
export { useReportsFollowing } from './store.ts';
