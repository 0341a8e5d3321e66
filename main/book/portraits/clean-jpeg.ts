/** A picture as it may be kept: a JPEG by its bytes, of a size that can be drawn, without what cameras note in it (W6). */

/** Points of either side: what is larger could fill memory from a small file. */
const maxPortraitSide = 1024;

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;
/** Notes of programs and cameras (places and faces among them), and comments; the plain JFIF head stays. */
const isNote = (marker: number, segment: Buffer): boolean =>
  (marker >= 0xe1 && marker <= 0xef) ||
  marker === 0xfe ||
  (marker === 0xe0 && (segment.length !== 18 || segment.toString('latin1', 4, 9) !== 'JFIF\0'));

const hasFittingSides = (segment: Buffer): boolean => {
  if (segment.length < 9) return false;
  const sides = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
  return sides.every((side) => side >= 1 && side <= maxPortraitSide);
};

/** The picture alone; null for what is no whole JPEG of such a size. Sides are points. */
export const cleanJpeg = (bytes: Buffer): Buffer | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  let hasFrame = false;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker < 0xc0 || marker > 0xfe || end < at + 4 || end > bytes.length) return null;
    const segment = bytes.subarray(at, end);
    if (isFrame(marker)) {
      if (hasFrame || !hasFittingSides(segment)) return null;
      hasFrame = true;
    }
    if (marker === 0xda) {
      const close = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
      if (!hasFrame || close < end) return null;
      return Buffer.concat([...kept, bytes.subarray(at, close + 2)]);
    }
    if (!isNote(marker, segment)) kept.push(segment);
    at = end;
  }
  return null;
};
