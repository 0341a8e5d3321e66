import { create } from 'zustand';

/** Whether the earlier versions of the open chapter stand where the page and the dock were. */
export const useHistoryScreen = create<{ isOpen: boolean }>()(() => ({ isOpen: false }));

export const openHistory = (): void => useHistoryScreen.setState({ isOpen: true });
export const closeHistory = (): void => useHistoryScreen.setState({ isOpen: false });
