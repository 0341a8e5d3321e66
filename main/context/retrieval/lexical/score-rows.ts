/** Rows of scores, a number for each chunk: their memory serves one request after the other. */

export type ScoreRows = Record<'own' | 'open' | 'closed', (length: number) => Float64Array>;

/** @returns a row of zeros, which holds until the next one is asked for */
const createRow = (): ((length: number) => Float64Array) => {
  let row = new Float64Array(0);
  return (length) => {
    if (row.length === length) row.fill(0);
    else row = new Float64Array(length);
    return row;
  };
};

export const createScoreRows = (): ScoreRows => ({
  own: createRow(),
  open: createRow(),
  closed: createRow(),
});
