import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanJpeg } from '#main/book/portraits/clean-jpeg.ts';
import { jpegOf, segment } from '#tests/helpers/jpeg.ts';

describe('a portrait’s bytes [W6]', () => {
  it('keep the picture and lose what cameras and programs noted in it', () => {
    const place = segment(0xe1, Buffer.from('Exif\0\0 59.33 N 18.06 E'));
    const words = segment(0xfe, Buffer.from('taken by nobody'));
    const kept = cleanJpeg(jpegOf({ notes: [place, words], after: Buffer.from('more behind it') }));
    expect(kept).toEqual(jpegOf({}));
    expect(kept && cleanJpeg(kept)).toEqual(kept);
  });

  it('are none where a side is beyond what is drawn, or another format claims the name', () => {
    expect(cleanJpeg(jpegOf({ width: 1024, height: 1024 }))).not.toBeNull();
    for (const sides of [{ width: 1025 }, { height: 65_535 }, { width: 0 }]) {
      expect(cleanJpeg(jpegOf(sides))).toBeNull();
    }
    expect(cleanJpeg(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toBeNull();
    expect(cleanJpeg(Buffer.from('<svg onload="x()"/>'))).toBeNull();
  });

  it('are none where they are cut off anywhere, and never throw, whatever they are', () => {
    const whole = jpegOf({});
    for (let length = 0; length < whole.length; length += 1) {
      expect(cleanJpeg(whole.subarray(0, length))).toBeNull();
    }
    const start = fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from([0xff, 0xd8]),
      whole.subarray(0, 30),
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), (beginning, rest) => {
        const bytes = Buffer.concat([beginning, rest]);
        const kept = cleanJpeg(bytes);
        expect(kept === null || kept.length <= bytes.length).toBe(true);
      }),
    );
  });
});
