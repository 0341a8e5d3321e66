/** A tool's result as history keeps it. */
import type { JsonObject } from '#shared/errors.ts';
import type { ToolResult } from '../service.ts';
import { compressEdit, compressWrite } from './change.ts';
import { compressCommand } from './command.ts';
import type { CompressFamily } from './family.ts';
import { compressGrep } from './grep.ts';
import { compressGlob, compressListing } from './list.ts';
import { compressOther } from './other.ts';
import { compressRead } from './read.ts';
import { compressTodo } from './todo.ts';

const families: ReadonlyMap<string, CompressFamily> = new Map([
  ['LS', compressListing],
  ['Glob', compressGlob],
  ['Grep', compressGrep],
  ['Read', compressRead],
  ['Edit', compressEdit],
  ['MultiEdit', compressEdit],
  ['Write', compressWrite],
  ['Bash', compressCommand],
  ['TodoWrite', compressTodo],
]);

/** What a tool says of its own answer, kept as it said it (S4-13). */
const flagNames = ['truncated', 'applied', 'fallback'] as const;

const flagsOf = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    flagNames.flatMap((name) => {
      const flag = data[name];
      return typeof flag === 'boolean' ? [[name, flag]] : [];
    }),
  );

/**
 * A tool's result as history keeps it (S4-05…14): JSON of `status`, compressed `data` and the whole `error`.
 * `data.truncated` is true when the tool or the compression left something out; `data.ref` then names where all of
 * it is. A known tool's answer of an unknown shape is kept as any other tool's.
 *
 * @param ref context file with the whole result, or what else leads to it; null when nothing does
 */
export const compressResult = (
  toolName: string,
  result: ToolResult,
  ref: string | null,
): string => {
  const { data, lost } = families.get(toolName)?.(result.data) ?? compressOther(result);
  const flags = flagsOf(result.data);
  const truncated = lost || flags.truncated === true;
  const whole = ref === null ? result.contextRefs?.join(' ') : ref;
  const kept: JsonObject = {
    ...data,
    ...flags,
    ...(truncated ? { truncated } : {}),
    ...(whole && (truncated || !families.has(toolName)) ? { ref: whole } : {}),
  };
  const { status, error } = result;
  return JSON.stringify({
    status,
    data: kept,
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
  });
};
