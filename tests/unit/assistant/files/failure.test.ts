import { describe, expect, it } from 'vitest';
import { readFailure, writeFailure } from '#main/assistant/files/failure.ts';
import { AppError } from '#shared/errors.ts';

const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: no luck, open '/home/ann/.local/fabula/context/c1/x'`), {
    code,
  });

describe('failures of the file system', () => {
  it.each([
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EACCES', 'DATA_FOLDER_UNWRITABLE'],
    ['EPERM', 'DATA_FOLDER_UNWRITABLE'],
    ['EROFS', 'DATA_FOLDER_UNWRITABLE'],
    ['EIO', 'FILE_WRITE_FAILED'],
  ])('words %s on writing as %s, S0-16 without the path [S0]', (code, expected) => {
    const failure = writeFailure(systemError(code));
    expect(failure).toMatchObject({ code: expected, details: { cause: code } });
    expect(
      failure instanceof AppError && failure.message + JSON.stringify(failure.details),
    ).not.toContain('/home');
  });

  it.each([
    ['ENOENT', 'CONTEXT_FILE_NOT_FOUND'],
    ['ENOTDIR', 'CONTEXT_FILE_NOT_FOUND'],
    ['ELOOP', 'CONTEXT_FILE_NOT_FOUND'],
    ['EACCES', 'CONTEXT_FILE_INVALID'],
    ['EIO', 'CONTEXT_FILE_INVALID'],
  ])('words %s on reading as %s, S0-16 without the path [S0]', (code, expected) => {
    const failure = readFailure('Ab3_x', systemError(code));
    expect(failure).toMatchObject({ code: expected, details: { id: 'Ab3_x' } });
    expect(
      failure instanceof AppError && failure.message + JSON.stringify(failure.details),
    ).not.toContain('/home');
  });

  it('hides no mistake of the program behind a code [S0]', () => {
    const mistake = new TypeError('undefined is not a function');
    expect(writeFailure(mistake)).toBe(mistake);
    expect(readFailure('x', mistake)).toBe(mistake);
  });
});
