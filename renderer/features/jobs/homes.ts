/** Where each kind of long work is asked for, and shown while that place is open. */
import { openBookView, useBookView } from '#renderer/app/book-view.ts';
import { openDialog, openSettings, useDialogs } from '#renderer/app/dialogs.ts';
import type { JobKind } from '#shared/domain/job.ts';

type Home = {
  /** Null where its end is told by whatever asked for it, whether that is open or not. */
  isOpen: (() => boolean) | null;
  /** Whoever asked for it, here, in another window or before the page was loaded anew. */
  isOfAll?: boolean;
  /** Null where work begins by itself, or beside the text. */
  open: (() => void) | null;
};

const dialog = (name: Parameters<typeof openDialog>[0]): Home => ({
  isOpen: () => useDialogs.getState().open === name,
  open: () => openDialog(name),
});
const backups: Home = {
  isOpen: () => {
    const { open, settings } = useDialogs.getState();
    return open === 'settings' && settings === 'backups';
  },
  open: () => openSettings('backups'),
};
const retrieval: Home = {
  isOpen: () => {
    const { open, settings } = useDialogs.getState();
    return open === 'settings' && settings === 'retrieval';
  },
  open: () => openSettings('retrieval'),
};
const reports: Home = {
  isOpen: () => useBookView.getState().view === 'reports',
  open: () => openBookView('reports'),
};
const contradictions: Home = {
  isOpen: () => useBookView.getState().view === 'contradictions',
  open: () => openBookView('contradictions'),
};
const silent: Home = { isOpen: null, open: null };

export const homes: Readonly<Record<JobKind, Home>> = {
  importPreview: silent,
  import: dialog('import'),
  backup: backups,
  // Its failure stands in the status bar.
  autoBackup: { ...backups, isOpen: null },
  verify: backups,
  restore: backups,
  bundleExport: backups,
  bundleImport: {
    isOpen: () => ['bundle', 'import', 'settings'].includes(useDialogs.getState().open ?? ''),
    open: () => openDialog('import'),
  },
  export: dialog('export'),
  reports,
  replace: dialog('replace'),
  undoReplace: { ...dialog('replace'), open: null },
  index: silent,
  sentenceModel: silent,
  modelDownload: retrieval,
  // Its own words say how many chapters it was.
  synopses: { ...dialog('synopses'), isOpen: null },
  check: silent,
  contradictions,
  contradictionsAsked: { ...contradictions, isOfAll: true },
  expectations: silent,
  compaction: silent,
  gitPull: backups,
  gitPush: backups,
};
