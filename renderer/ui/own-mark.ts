/** Whether a passage begins with a quotation mark: another one before it would be one too many. Pure. */
export const hasOwnMark = (passage: string): boolean => /^\s*["'“‘„«‹「『〝＂]/u.test(passage);
