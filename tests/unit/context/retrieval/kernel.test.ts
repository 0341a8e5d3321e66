import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createKernel,
  queriesTogether,
  queryScale,
} from '#main/context/retrieval/vector/kernel.ts';

const kernel = createKernel();

const setting = fc
  .record({ rows: fc.integer({ min: 1, max: 40 }), sixteenths: fc.integer({ min: 1, max: 20 }) })
  .chain(({ rows, sixteenths }) =>
    fc.record({
      rows: fc.constant(rows),
      dimension: fc.constant(sixteenths * 16),
      cells: fc.int8Array({ minLength: rows * sixteenths * 16, maxLength: rows * sixteenths * 16 }),
      query: fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
        minLength: sixteenths * 16,
        maxLength: sixteenths * 16,
      }),
    }),
  );

describe('the dot kernel', () => {
  it('computes what plain code computes, for all rows and for one', () => {
    fc.assert(
      fc.property(setting, ({ rows, dimension, cells, query }) => {
        const matrix = kernel.createMatrix(rows, dimension);
        matrix.cells.set(cells);
        matrix.setQuery(Float32Array.from(query));
        const expected = Array.from({ length: rows }, (_, row) =>
          query.reduce(
            (sum, value, index) =>
              sum +
              Math.round(Math.fround(value) * queryScale) * (cells[row * dimension + index] ?? 0),
            0,
          ),
        );
        expect([...matrix.scan(0, rows)]).toEqual(expected);
        expect([...matrix.scan(rows - 1, 1)]).toEqual(expected.slice(-1));
      }),
      { numRuns: 60 },
    );
  });

  it('computes for four queries at once what it computes for each alone', () => {
    fc.assert(
      fc.property(setting, fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), (one, turns) => {
        const { rows, dimension, cells, query } = one;
        const matrix = kernel.createMatrix(rows, dimension, queriesTogether);
        matrix.cells.set(cells);
        const queries = [0, ...turns].map((turn) =>
          Float32Array.from(query, (_, index) => query[(index + turn) % dimension] ?? 0),
        );
        const alone = queries.map((asked) => {
          matrix.setQuery(asked);
          return [...matrix.scan(0, rows)];
        });
        queries.forEach((asked, place) => {
          matrix.setQuery(asked, place);
        });
        expect([...matrix.scanTogether()]).toEqual(
          Array.from({ length: rows }, (_, row) => alone.map((sums) => sums[row])).flat(),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('refuses dimensions and numbers of rows it cannot hold', () => {
    expect(() => kernel.createMatrix(2, 20)).toThrow(RangeError);
    expect(() => kernel.createMatrix(2, 16).scanTogether()).toThrow(RangeError);
  });
});
