/** The files of an archive or of a folder, for readers that do not care which. */
export type FileTree = {
  /** Relative, with forward slashes. */
  names: readonly string[];
  /** IMPORT_FILE_DAMAGED when there is none of that name, IMPORT_TOO_LARGE. */
  read(name: string): Promise<Buffer>;
  /** Bytes of a file before it is read; 0 when there is none. */
  sizeOf(name: string): number;
  close(): void;
};
