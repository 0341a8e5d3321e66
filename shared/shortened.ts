/** At most so many characters (code points) of a text; a longer one ends in `…`. */
export const shortenedTo = (text: string, max: number): string => {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`;
};
