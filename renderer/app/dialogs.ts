import { create } from 'zustand';

export type DialogName =
  | 'settings'
  | 'palette'
  | 'search'
  | 'sceneTarget'
  | 'replace'
  | 'leftReplaced'
  | 'days'
  | 'lockIn'
  | 'origins'
  | 'problems'
  | 'chapter'
  | 'models'
  | 'deleted'
  | 'volume'
  | 'outside'
  | 'jobs'
  | 'expectations'
  | 'synopses'
  | 'thread'
  | 'import'
  | 'bundle'
  | 'export';

/** A page of the settings. */
export type SettingsSection =
  | 'writing'
  | 'book'
  | 'context'
  | 'retrieval'
  | 'assistant'
  | 'tools'
  | 'purse'
  | 'egress'
  | 'backups'
  | 'shortcuts';

/** At most one dialog is open; the settings open where they were left. */
type DialogState = {
  open: DialogName | null;
  settings: SettingsSection;
  /** What had the focus when it was opened. */
  from: Element | null;
};

export const useDialogs = create<DialogState>()(() => ({
  open: null,
  settings: 'writing',
  from: null,
}));

export const openDialog = (open: DialogName): void =>
  useDialogs.setState({ open, from: document.activeElement });
export const closeDialog = (): void => useDialogs.setState({ open: null });

/** Opens the settings at one of their pages. */
export const openSettings = (settings: SettingsSection): void =>
  useDialogs.setState({ open: 'settings', settings });

/** What does not need the book it was opened over. */
const ofNoBook: ReadonlySet<DialogName> = new Set([
  'settings',
  'models',
  'import',
  'bundle',
  'jobs',
]);

/** No dialog outlives its book. */
export const closeDialogOfBook = (): void => {
  const { open } = useDialogs.getState();
  if (open !== null && !ofNoBook.has(open)) closeDialog();
};
