/** The first letter of a name, where it has no picture. */
export const initialOf = (name: string): string => [...name.trim()][0] ?? '';
