/** A line that Markdown takes for a heading by its `#`; the first group is its text. */
export const atxHeading = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
