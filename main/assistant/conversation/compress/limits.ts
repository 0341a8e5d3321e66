/** How much history keeps of each kind of result. */

/**
 * How much of a tool's result history keeps (S4-05…14). Lines and entries are counted; characters are UTF-16 units,
 * cut between graphemes; sizes are those of the JSON they become.
 */
export const limits = {
  entries: 10,
  grepLines: 5,
  readLines: 500,
  excerptLines: 50,
  /** Of an edit's old lines, when the new ones want the rest. */
  minExcerptLines: 20,
  ranges: 20,
  stderrLines: 20,
  /** Each end of a command's output. */
  stdoutLines: 5,
  /** A path, a pattern, a name. */
  nameCharacters: 300,
  commandCharacters: 500,
  /** A line that was found, listed or printed. */
  shortLineCharacters: 300,
  excerptLineCharacters: 1000,
  readLineCharacters: 2000,
  recapCharacters: 4000,
  headCharacters: 800,
  readSize: 48_000,
  excerptSize: 12_000,
} as const;
