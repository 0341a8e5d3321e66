/** What kind of picture a file is and how large, by its bytes: looked at before anything unpacks it (W6). */

/** Bytes of a file that is taken for a picture. */
export const maxPictureBytes = 30_000_000;
/** Points that are unpacked at most: a file of a few bytes may claim thousands of millions. */
const maxPoints = 60_000_000;

type Picture = {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
};
export type PictureFault = 'notAPicture' | 'tooLarge';

type View = DataView<ArrayBufferLike>;

const ascii = (view: View, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

const pngSides = (view: View): Picture | null =>
  view.byteLength >= 24 && ascii(view, 1, 3) === 'PNG' && view.getUint32(0) === 0x89504e47
    ? { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
    : null;

const jpegSides = (view: View): Picture | null => {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
};

const webpSides = (view: View): Picture | null => {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP' || view.byteLength < 30)
    return null;
  const type = 'image/webp';
  const three = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (ascii(view, 12, 4)) {
    case 'VP8X':
      return { type, width: three(24) + 1, height: three(27) + 1 };
    case 'VP8 ':
      return {
        type,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
};

/** Sides in points. */
export const readPicture = (bytes: Uint8Array): Picture | PictureFault => {
  if (bytes.byteLength > maxPictureBytes) return 'tooLarge';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = pngSides(view) ?? jpegSides(view) ?? webpSides(view);
  if (picture === null || picture.width < 1 || picture.height < 1) return 'notAPicture';
  return picture.width * picture.height > maxPoints ? 'tooLarge' : picture;
};

/** A square of a picture: how much of its shorter side, and where of the room that leaves, each from 0 to 1. */
export type Crop = { size: number; x: number; y: number };

/** In points, within the picture. */
export const squareOf = (
  { width, height }: Pick<Picture, 'width' | 'height'>,
  { size, x, y }: Crop,
): { left: number; top: number; side: number } => {
  const side = Math.max(1, Math.min(width, height) * size);
  return { left: (width - side) * x, top: (height - side) * y, side };
};
