/** The longest beginning of a text that takes at most `limit` bytes of UTF-8 and splits no character. */
export const takeFirstBytes = (text: string, limit: number): string => {
  if (limit <= 0) return '';
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  const bytes = Buffer.from(text);
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
};
