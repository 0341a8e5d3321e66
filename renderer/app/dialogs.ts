import { create } from 'zustand';

export type DialogName =
  | 'settings'
  | 'palette'
  | 'history'
  | 'problems'
  | 'chapter'
  | 'models'
  | 'deleted';

/** At most one dialog is open. */
export const useDialogs = create<{ open: DialogName | null }>()(() => ({ open: null }));

export const openDialog = (open: DialogName): void => useDialogs.setState({ open });
export const closeDialog = (): void => useDialogs.setState({ open: null });
