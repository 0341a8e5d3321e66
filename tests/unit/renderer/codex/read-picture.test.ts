import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPicture, squareOf } from '#renderer/features/codex/portrait/read-picture.ts';
import { jpegOf, segment } from '#tests/helpers/jpeg.ts';

const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

const webp = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF\0\0\0\0WEBPVP8X', 'latin1');
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
};

const side = fc.integer({ min: 1, max: 7000 });

describe('a picture that is chosen for a portrait [W6]', () => {
  it('is known by its bytes, with its sides, before anything unpacks it', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(readPicture(png(width, height))).toEqual({ type: 'image/png', width, height });
        expect(readPicture(webp(width, height))).toEqual({ type: 'image/webp', width, height });
        const notes = [segment(0xe1, Buffer.alloc(300))];
        const jpeg = jpegOf({ width, height, notes });
        expect(readPicture(jpeg)).toEqual({ type: 'image/jpeg', width, height });
      }),
    );
  });

  it('is refused where it would fill memory, and where it is none', () => {
    expect(readPicture(png(60_000, 60_000))).toBe('tooLarge');
    expect(readPicture(new Uint8Array(30_000_001))).toBe('tooLarge');
    expect(readPicture(png(0, 5))).toBe('notAPicture');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(['notAPicture', 'tooLarge', 'object']).toContain(
          typeof readPicture(bytes) === 'string' ? readPicture(bytes) : 'object',
        );
      }),
    );
  });

  it('is cut to a square that lies within it', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, share, share, share, (width, height, size, x, y) => {
        const square = squareOf({ width, height }, { size, x, y });
        expect(square.side).toBeGreaterThanOrEqual(1);
        expect(square.left).toBeGreaterThanOrEqual(0);
        expect(square.top).toBeGreaterThanOrEqual(0);
        expect(square.left + square.side).toBeLessThanOrEqual(width + 1e-6);
        expect(square.top + square.side).toBeLessThanOrEqual(height + 1e-6);
      }),
    );
  });
});
