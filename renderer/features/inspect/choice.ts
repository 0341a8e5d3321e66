/** With two chosen, another one takes the place of the second; choosing one again lets go of it. */
export const withChoice = (chosen: readonly string[], id: string): string[] => {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id);
  return [...chosen.slice(0, 1), id];
};
