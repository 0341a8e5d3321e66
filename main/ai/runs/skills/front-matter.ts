/** A line that cannot be read, or a block that is not there. */
export type FrontMatterFault = { problem: 'frontMatterMissing' | 'fieldInvalid'; detail: string };

export type FrontMatter = { fields: Map<string, string>; body: string };

const openingLine = '---';
const field = /^([A-Za-z][A-Za-z0-9.-]*):[ \t]*(.*)$/u;

/** Quotation marks around a whole value are not part of it. */
const unquoted = (value: string): string => {
  const first = value.charAt(0);
  const isQuoted = (first === '"' || first === "'") && value.length > 1 && value.endsWith(first);
  return isQuoted ? value.slice(1, -1) : value;
};

/**
 * Splits `key: value` lines between two `---` lines from the text below them. Deliberately less than YAML: no
 * nesting, no lists, so that a writer cannot get the indentation wrong. Lines that begin with # are remarks.
 */
export const readFrontMatter = (source: string): FrontMatter | FrontMatterFault => {
  const lines = source.replace(/^\ufeff/u, '').split(/\r\n|\r|\n/u);
  const end = lines.indexOf(openingLine, 1);
  if (lines[0]?.trimEnd() !== openingLine || end === -1) {
    return {
      problem: 'frontMatterMissing',
      detail: 'the file must begin with a block between two --- lines',
    };
  }
  const fields = new Map<string, string>();
  for (const [index, line] of lines.slice(1, end).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const match = field.exec(line);
    const key = match?.[1];
    if (key === undefined || fields.has(key)) {
      const why = key === undefined ? 'is not "key: value"' : `repeats ${key}`;
      return { problem: 'fieldInvalid', detail: `line ${index + 2} ${why}` };
    }
    fields.set(key, unquoted((match?.[2] ?? '').trim()));
  }
  return { fields, body: lines.slice(end + 1).join('\n') };
};
