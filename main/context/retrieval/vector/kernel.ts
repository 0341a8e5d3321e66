/** kernel.wat, assembled. */
const assembled =
  'AGFzbQEAAAABEAJgA39/fwF/YAV/f39/fwACEgEDZW52Bm1lbW9yeQIDAYCABAMEAwABAQcTAgRzY2FuAAEIc2NhbkZvdXIAAgqW' +
  'BQN4AgF/A3sDQCABIANq/QAEACEEIAUgBP2HASAAIANBAXRq/QAEAP26Af2uASEFIAYgBP2IASAAIANBAXRq/QAEEP26Af2uASEG' +
  'IANBEGohAyADIAJJDQALIAUgBv2uASEFIAX9GwAgBf0bAWogBf0bAiAF/RsDamoLOAEBfyAEIAJBAnRqIQUCQANAIAQgBU8NASAE' +
  'IAAgASADEAA2AgAgBEEEaiEEIAEgA2ohAQwACwsL4QMCBn8GeyADQQF0IQogBCACQQR0aiEFAkADQCAEIAVPDQEgASADaiEGIAAh' +
  'B/0MAAAAAAAAAAAAAAAAAAAAACEN/QwAAAAAAAAAAAAAAAAAAAAAIQ79DAAAAAAAAAAAAAAAAAAAAAAhD/0MAAAAAAAAAAAAAAAA' +
  'AAAAACEQA0AgAf0ABAAhDCAM/YcBIQsgDP2IASEMIAcgCmohCCAIIApqIQkgDSALIAf9AAQA/boBIAwgB/0ABBD9ugH9rgH9rgEh' +
  'DSAOIAsgCP0ABAD9ugEgDCAI/QAEEP26Af2uAf2uASEOIA8gCyAJ/QAEAP26ASAMIAn9AAQQ/boB/a4B/a4BIQ8gECALIAkgCmr9' +
  'AAQA/boBIAwgCSAKav0ABBD9ugH9rgH9rgEhECAHQSBqIQcgAUEQaiEBIAEgBkkNAAsgDSAO/Q0AAQIDEBESEwQFBgcUFRYXIA0g' +
  'Dv0NCAkKCxgZGhsMDQ4PHB0eH/2uASENIA8gEP0NAAECAxAREhMEBQYHFBUWFyAPIBD9DQgJCgsYGRobDA0ODxwdHh/9rgEhDyAE' +
  'IA0gD/0NAAECAwQFBgcQERITFBUWFyANIA/9DQgJCgsMDQ4PGBkaGxwdHh/9rgH9CwQAIARBEGohBAwACwsL';

/** Queries are whole numbers of this scale: enough digits, and no sum leaves 32 bits. */
export const queryScale = 4096;

const pageBytes = 65_536;
const align = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** Rows of 8-bit numbers in memory of their own, ready to be compared with a query. */
export type Matrix = {
  readonly rows: number;
  /** A multiple of 16. */
  readonly dimension: number;
  /** The rows, one after another; fill it, then compare. */
  readonly cells: Int8Array;
  /**
   * Takes over the query for the calls below: no number beyond 1, `dimension` of them.
   * @param place 0 unless the matrix is made for several queries
   */
  setQuery(query: Float32Array, place?: number): void;
  /** Dot products with rows `from` to `from + count`, times queryScale. Valid until the next call. */
  scan(from: number, count: number): Int32Array;
  /**
   * Dot products of all rows with the queries of places 0 to 3, times queryScale: row r and place p at 4r + p. Valid
   * until the next call. RangeError unless the matrix is made for `queriesTogether`.
   */
  scanTogether(): Int32Array;
};

/** So many queries are compared at once where a matrix is asked for them. */
export const queriesTogether = 4;

type Exports = {
  scan(query: number, rows: number, count: number, dimension: number, out: number): void;
  scanFour(queries: number, rows: number, count: number, dimension: number, out: number): void;
};

const isExports = (value: WebAssembly.Exports): value is WebAssembly.Exports & Exports =>
  ['scan', 'scanFour'].every((name) => typeof value[name] === 'function');

export type Kernel = {
  /** @param queries places for queries: 1, or `queriesTogether` */
  createMatrix(rows: number, dimension: number, queries?: number): Matrix;
};

/** Compiles the kernel once; every matrix is an instance with its own memory. */
export const createKernel = (): Kernel => {
  const module = new WebAssembly.Module(Buffer.from(assembled, 'base64'));
  return {
    createMatrix: (rows, dimension, queries = 1) => createMatrix(module, rows, dimension, queries),
  };
};

const createMatrix = (
  module: WebAssembly.Module,
  rows: number,
  dimension: number,
  queries: number,
): Matrix => {
  if (dimension % 16 !== 0) throw new RangeError('The dimension must be a multiple of 16.');
  const queryAt = 0;
  const outAt = align(queries * dimension * 2);
  const results = rows * queries;
  const rowsAt = outAt + align(results * 4);
  const pages = Math.ceil((rowsAt + rows * dimension) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (!isExports(exports)) throw new TypeError('The kernel has other exports than it should.');
  const query = new Int16Array(memory.buffer, queryAt, queries * dimension);
  const out = new Int32Array(memory.buffer, outAt, results);
  return {
    rows,
    dimension,
    cells: new Int8Array(memory.buffer, rowsAt, rows * dimension),
    setQuery(vector, place = 0) {
      const at = place * dimension;
      for (let index = 0; index < dimension; index++) {
        query[at + index] = Math.round((vector[index] ?? 0) * queryScale);
      }
    },
    scan(from, count) {
      exports.scan(queryAt, rowsAt + from * dimension, count, dimension, outAt);
      return out.subarray(0, count);
    },
    scanTogether() {
      if (queries !== queriesTogether)
        throw new RangeError('The matrix takes one query at a time.');
      exports.scanFour(queryAt, rowsAt, rows, dimension, outAt);
      return out.subarray(0, rows * queriesTogether);
    },
  };
};
