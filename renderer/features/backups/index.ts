export { BackupStatus } from './backup-status.tsx';
export { BackupsPage } from './backups-page.tsx';
export { LostBookBackups } from './lost-book.tsx';
