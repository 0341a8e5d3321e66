/** The end of a line that was broken by hand between Han characters: it parts no word. To be replaced with. */
export const brokenHanLine = /(?<=\p{Script=Han})\n(?=\p{Script=Han})/gu;
