/** How much a stranger's file may be, and may unpack to, before it is refused. */
const mebibyte = 1024 * 1024;

export type ImportLimits = {
  /** Bytes of a file that is all text. */
  textFile: number;
  /** Bytes of an archive on disk; most of one are pictures, which are not read. */
  archive: number;
  archiveEntries: number;
  /** Unpacked bytes of one file in it. */
  entry: number;
  /** Unpacked bytes of everything that is read of it. */
  unpacked: number;
  /** How many times its packed size a file in it may be, above `ratioFloor` bytes. */
  ratio: number;
  ratioFloor: number;
  /** Bytes of one chapter: what can be opened again. */
  chapter: number;
  chapters: number;
  /** How deep tags and groups may nest. */
  depth: number;
  /** Files and bytes of one upload. */
  uploadFiles: number;
  upload: number;
  /** Bytes of an upload that is a whole book in one file. */
  bundle: number;
};

export const importLimits: ImportLimits = {
  textFile: 40 * mebibyte,
  archive: 256 * mebibyte,
  archiveEntries: 20_000,
  entry: 64 * mebibyte,
  unpacked: 96 * mebibyte,
  ratio: 200,
  ratioFloor: 4 * mebibyte,
  chapter: 10 * mebibyte,
  chapters: 5000,
  depth: 200,
  uploadFiles: 20_000,
  upload: 256 * mebibyte,
  bundle: 4096 * mebibyte,
};
