/** Whether the form of an entry was asked for and has not had the focus yet: one that is drawn anew takes it from nobody. */
import { create } from 'zustand';

export const useFormFocus = create<{ isAwaited: boolean }>()(() => ({ isAwaited: false }));

export const focusForm = (): void => useFormFocus.setState({ isAwaited: true });
