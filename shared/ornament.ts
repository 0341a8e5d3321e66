/** Lines that part scenes as they stand on the page (W5); exports keep to what the page shows (F20). */
const ornament = /^\s*(?:(?:[-*_＊~]\s*){3,}|[※⁂]\s*)$/u;

/** Whether a line, without its break, is nothing but an ornament. */
export const isOrnament = (line: string): boolean => ornament.test(line);
