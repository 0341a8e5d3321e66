/** kernel.wat, assembled. */
const assembled =
  'AGFzbQEAAAABGQNgA39/fwF/YAV/f39/fwBgBn9/f39/fwACEgEDZW52Bm1lbW9yeQIDAYCABAMEAwABAgcRAgRzY2FuAAEG' +
  'Z2F0aGVyAAIK9QEDeAIBfwN7A0AgASADav0ABAAhBCAFIAT9hwEgACADQQF0av0ABAD9ugH9rgEhBSAGIAT9iAEgACADQQF0' +
  'av0ABBD9ugH9rgEhBiADQRBqIQMgAyACSQ0ACyAFIAb9rgEhBSAF/RsAIAX9GwFqIAX9GwIgBf0bA2pqCzgBAX8gBCACQQJ0' +
  'aiEFAkADQCAEIAVPDQEgBCAAIAEgAxAANgIAIARBBGohBCABIANqIQEMAAsLC0EBAX8gBSADQQJ0aiEGAkADQCAFIAZPDQEg' +
  'BSAAIAEgAigCACAEbGogBBAANgIAIAVBBGohBSACQQRqIQIMAAsLCw==';

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
  /** Takes over the query for the calls below: unit length, `dimension` numbers. */
  setQuery(query: Float32Array): void;
  /** Dot products with rows `from` to `from + count`, times queryScale. Valid until the next call. */
  scan(from: number, count: number): Int32Array;
  /** The same for chosen rows, at most `gatherLimit` of them. Valid until the next call. */
  gather(rows: ArrayLike<number>): Int32Array;
};

/** So many rows are compared in one gather. */
export const gatherLimit = 65_536;

type Exports = {
  scan(query: number, rows: number, count: number, dimension: number, out: number): void;
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
  ['scan', 'gather'].every((name) => typeof value[name] === 'function');

export type Kernel = { createMatrix(rows: number, dimension: number): Matrix };

/** Compiles the kernel once; every matrix is an instance with its own memory. */
export const createKernel = (): Kernel => {
  const module = new WebAssembly.Module(Buffer.from(assembled, 'base64'));
  return { createMatrix: (rows, dimension) => createMatrix(module, rows, dimension) };
};

const createMatrix = (module: WebAssembly.Module, rows: number, dimension: number): Matrix => {
  if (dimension % 16 !== 0) throw new RangeError('The dimension must be a multiple of 16.');
  const queryAt = 0;
  const idsAt = align(dimension * 2);
  const limit = Math.min(gatherLimit, Math.max(rows, 1));
  const outAt = idsAt + align(limit * 4);
  const rowsAt = outAt + align(Math.max(rows, limit) * 4);
  const pages = Math.ceil((rowsAt + rows * dimension) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  if (!isExports(exports)) throw new TypeError('The kernel has other exports than it should.');
  const query = new Int16Array(memory.buffer, queryAt, dimension);
  const ids = new Uint32Array(memory.buffer, idsAt, limit);
  const out = new Int32Array(memory.buffer, outAt, Math.max(rows, limit));
  return {
    rows,
    dimension,
    cells: new Int8Array(memory.buffer, rowsAt, rows * dimension),
    setQuery(vector) {
      for (let index = 0; index < dimension; index++) {
        query[index] = Math.round((vector[index] ?? 0) * queryScale);
      }
    },
    scan(from, count) {
      exports.scan(queryAt, rowsAt + from * dimension, count, dimension, outAt);
      return out.subarray(0, count);
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
