/** kernel.wat, assembled. */
const assembled =
  'AGFzbQEAAAABGQNgA39/fwF/YAV/f39/fwBgBn9/f39/fwACEgEDZW52Bm1lbW9yeQIDAYCABAMFBAABAgEHHAMEc2NhbgAB' +
  'BmdhdGhlcgACCHNjYW5Gb3VyAAMK2AUEeAIBfwN7A0AgASADav0ABAAhBCAFIAT9hwEgACADQQF0av0ABAD9ugH9rgEhBSAG' +
  'IAT9iAEgACADQQF0av0ABBD9ugH9rgEhBiADQRBqIQMgAyACSQ0ACyAFIAb9rgEhBSAF/RsAIAX9GwFqIAX9GwIgBf0bA2pq' +
  'CzgBAX8gBCACQQJ0aiEFAkADQCAEIAVPDQEgBCAAIAEgAxAANgIAIARBBGohBCABIANqIQEMAAsLC0EBAX8gBSADQQJ0aiEG' +
  'AkADQCAFIAZPDQEgBSAAIAEgAigCACAEbGogBBAANgIAIAVBBGohBSACQQRqIQIMAAsLC+EDAgZ/BnsgA0EBdCEKIAQgAkEE' +
  'dGohBQJAA0AgBCAFTw0BIAEgA2ohBiAAIQf9DAAAAAAAAAAAAAAAAAAAAAAhDf0MAAAAAAAAAAAAAAAAAAAAACEO/QwAAAAA' +
  'AAAAAAAAAAAAAAAAIQ/9DAAAAAAAAAAAAAAAAAAAAAAhEANAIAH9AAQAIQwgDP2HASELIAz9iAEhDCAHIApqIQggCCAKaiEJ' +
  'IA0gCyAH/QAEAP26ASAMIAf9AAQQ/boB/a4B/a4BIQ0gDiALIAj9AAQA/boBIAwgCP0ABBD9ugH9rgH9rgEhDiAPIAsgCf0A' +
  'BAD9ugEgDCAJ/QAEEP26Af2uAf2uASEPIBAgCyAJIApq/QAEAP26ASAMIAkgCmr9AAQQ/boB/a4B/a4BIRAgB0EgaiEHIAFB' +
  'EGohASABIAZJDQALIA0gDv0NAAECAxAREhMEBQYHFBUWFyANIA79DQgJCgsYGRobDA0ODxwdHh/9rgEhDSAPIBD9DQABAgMQ' +
  'ERITBAUGBxQVFhcgDyAQ/Q0ICQoLGBkaGwwNDg8cHR4f/a4BIQ8gBCANIA/9DQABAgMEBQYHEBESExQVFhcgDSAP/Q0ICQoL' +
  'DA0ODxgZGhscHR4f/a4B/QsEACAEQRBqIQQMAAsLCw==';

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
  /** The same for chosen rows, at most `gatherLimit` of them. Valid until the next call. */
  gather(rows: ArrayLike<number>): Int32Array;
};

/** So many rows are compared in one gather. */
export const gatherLimit = 65_536;

/** So many queries are compared at once where a matrix is asked for them. */
export const queriesTogether = 4;

type Exports = {
  scan(query: number, rows: number, count: number, dimension: number, out: number): void;
  scanFour(queries: number, rows: number, count: number, dimension: number, out: number): void;
  gather(
    query: number,
    rows: number,
    ids: number,
    count: number,
    dimension: number,
    out: number,
  ): void;
};

const isExports = (value: WebAssembly.Exports): value is WebAssembly.Exports & Exports =>
  ['scan', 'scanFour', 'gather'].every((name) => typeof value[name] === 'function');

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
  const idsAt = align(queries * dimension * 2);
  const limit = Math.min(gatherLimit, Math.max(rows, 1));
  const outAt = idsAt + align(limit * 4);
  const results = Math.max(rows * queries, limit);
  const rowsAt = outAt + align(results * 4);
  const pages = Math.ceil((rowsAt + rows * dimension) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (!isExports(exports)) throw new TypeError('The kernel has other exports than it should.');
  const query = new Int16Array(memory.buffer, queryAt, queries * dimension);
  const ids = new Uint32Array(memory.buffer, idsAt, limit);
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
    gather(chosen) {
      if (chosen.length > limit)
        throw new RangeError(`At most ${limit} rows are compared at once.`);
      ids.set(chosen);
      exports.gather(queryAt, rowsAt, idsAt, chosen.length, dimension, outAt);
      return out.subarray(0, chosen.length);
    },
  };
};
